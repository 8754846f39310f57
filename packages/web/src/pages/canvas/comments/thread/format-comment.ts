import type { Comment, Metric } from '@deal-canvas/contract'
import { documentPlaceOf } from '../../../../features/comments/document-anchor.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { locale } from '../../../../messages/locale.ts'
import { formatMetric } from '../../../../ui/format-metric.ts'

/** A passage as plain text: numbers with their values, without Markdown syntax. */
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

/** The anchor of a comment as text: the quoted passage, else its metric or document, else its section. */
export const formatAnchor = (
  comment: Pick<Comment, 'anchor_text' | 'metric_key' | 'cell' | 'passage'>,
  metrics: ReadonlyMap<string, Metric>,
  sectionTitle: string | undefined,
): string => {
  const { anchor_text: quote, metric_key: key } = comment
  const inDocument = documentPlaceOf(comment)
  if (inDocument !== undefined) return inDocument.fileName ?? commentMessages.deletedDocument()
  if (quote !== null) return formatPassage(quote, metrics)
  if (key !== null) return metrics.get(key)?.label ?? key
  return sectionTitle ?? commentMessages.wholeSection()
}

/**
 * The text of a suggestion without a reason: a thread must not be empty, nor repeat the suggestion. It is stored with
 * the comment and recognized by its wording, so if the message is reworded, the stored text of earlier suggestions is
 * shown too.
 */
export const suggestionSentence = (replacement: string): string =>
  replacement.trim() === ''
    ? commentMessages.suggestionDeletes()
    : commentMessages.suggestionReplaces({ text: [...replacement].slice(0, 1900).join('') })

const maxQuoted = 120

/** Names a draft before it is discarded: its first words, and its pictures. Undefined: nothing to lose. */
export const formatDraft = (text: string, pictures = 0): string | undefined => {
  const words = [...text.replaceAll(/\s+/g, ' ').trim()]
  const quote = words.length > maxQuoted ? `${words.slice(0, maxQuoted).join('').trimEnd()}…` : words.join('')
  if (quote === '') return pictures === 0 ? undefined : commentMessages.discardPictures({ count: pictures })
  return pictures === 0
    ? commentMessages.discardText({ quote })
    : commentMessages.discardTextAndPictures({ quote, count: pictures })
}

const nameList = new Intl.ListFormat(locale.tag)

/** "Priya Nair, Daniel Reyes, and you". */
export const formatNames = (names: readonly string[]): string => nameList.format(names)
