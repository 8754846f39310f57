import type { Comment, Metric } from '@deal-canvas/contract'
import { metricInWords } from '../../../ui/metric-in-words.ts'

export const typeInWords: Record<Comment['comment_type'], string> = {
  comment: 'Comment',
  question: 'Question',
  blocker: 'Blocker',
  request: 'Request',
  suggestion: 'Suggestion',
}

export const statusInWords: Record<Comment['status'], string> = {
  open: 'Open',
  resolved: 'Resolved',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

/** A passage as it reads: numbers of the model with their values, without the marks of Markdown. */
export const passageInWords = (source: string, metrics: ReadonlyMap<string, Metric>): string =>
  source
    .replaceAll(/\[\[([a-z0-9_]+)\]\]/g, (token, key: string) => {
      const metric = metrics.get(key)
      return metric === undefined ? token : metricInWords(metric.value, metric.unit)
    })
    .replaceAll(/^[^\S\n]*(#{1,6}|[-*+]|>|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Where a comment belongs: the passage it quotes, else its metric, else its section. */
export const placeInWords = (
  { anchor_text: quote, metric_key: key }: Pick<Comment, 'anchor_text' | 'metric_key'>,
  metrics: ReadonlyMap<string, Metric>,
  sectionTitle: string | undefined,
): string => {
  if (quote !== null) return passageInWords(quote, metrics)
  if (key !== null) return metrics.get(key)?.label ?? key
  return sectionTitle ?? 'Whole section'
}

/** What a suggestion says where nobody gave a reason: a thread must not be empty, nor say the same twice. */
export const suggestionSentence = (replacement: string): string =>
  replacement.trim() === '' ? 'Take this passage out.' : `Write: ${[...replacement].slice(0, 1900).join('')}`

/** "2 replies", "1 reply". */
export const countInWords = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const mostQuoted = 120

/** Names a draft before it goes: its first words, and its pictures. Undefined: there is nothing to lose. */
export const draftInWords = (text: string, pictures = 0): string | undefined => {
  const words = [...text.replaceAll(/\s+/g, ' ').trim()]
  const quote = words.length > mostQuoted ? `${words.slice(0, mostQuoted).join('').trimEnd()}…` : words.join('')
  const parts = [
    ...(quote === '' ? [] : [`“${quote}”`]),
    ...(pictures === 0 ? [] : [countInWords(pictures, 'picture')]),
  ]
  return parts.length === 0 ? undefined : `${parts.join(' and ')} cannot be brought back.`
}

/** "Priya Nair, Daniel Reyes and you". */
export const namesInWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
