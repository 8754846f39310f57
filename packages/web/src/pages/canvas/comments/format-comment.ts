import type { Comment, Metric } from '@deal-canvas/contract'
import { formatMetric } from '../../../ui/format-metric.ts'

export const typeLabels: Record<Comment['comment_type'], string> = {
  comment: 'Comment',
  question: 'Question',
  blocker: 'Blocker',
  request: 'Request',
  suggestion: 'Suggestion',
}

export const statusLabels: Record<Comment['status'], string> = {
  open: 'Open',
  resolved: 'Resolved',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

/** A passage as it reads: numbers of the model with their values, without the marks of Markdown. */
export const formatPassage = (source: string, metrics: ReadonlyMap<string, Metric>): string =>
  source
    .replaceAll(/\[\[([a-z0-9_]+)\]\]/g, (token, key: string) => {
      const metric = metrics.get(key)
      return metric === undefined ? token : formatMetric(metric.value, metric.unit)
    })
    .replaceAll(/^[^\S\n]*(#{1,6}|[-*+]|>|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Where a comment belongs: the passage it quotes, else its metric, else its section. */
export const formatAnchor = (
  { anchor_text: quote, metric_key: key }: Pick<Comment, 'anchor_text' | 'metric_key'>,
  metrics: ReadonlyMap<string, Metric>,
  sectionTitle: string | undefined,
): string => {
  if (quote !== null) return formatPassage(quote, metrics)
  if (key !== null) return metrics.get(key)?.label ?? key
  return sectionTitle ?? 'Whole section'
}

/** What a suggestion says where nobody gave a reason: a thread must not be empty, nor say the same twice. */
export const suggestionSentence = (replacement: string): string =>
  replacement.trim() === '' ? 'Take this passage out.' : `Write: ${[...replacement].slice(0, 1900).join('')}`

/** "2 replies", "1 reply". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const maxQuoted = 120

/** Names a draft before it goes: its first words, and its pictures. Undefined: there is nothing to lose. */
export const formatDraft = (text: string, pictures = 0): string | undefined => {
  const words = [...text.replaceAll(/\s+/g, ' ').trim()]
  const quote = words.length > maxQuoted ? `${words.slice(0, maxQuoted).join('').trimEnd()}…` : words.join('')
  const parts = [...(quote === '' ? [] : [`“${quote}”`]), ...(pictures === 0 ? [] : [formatCount(pictures, 'picture')])]
  return parts.length === 0 ? undefined : `${parts.join(' and ')} cannot be brought back.`
}

/** "Priya Nair, Daniel Reyes and you". */
export const formatNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
