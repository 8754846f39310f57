import type { Metric } from '@deal-canvas/contract'

/** A metric token being typed: the position of its brackets, and the text typed so far. */
interface Naming {
  readonly from: number
  readonly words: string
}

/** The metric token being typed at the caret; undefined: no open brackets before it. */
export const namingAt = (text: string, caret: number): Naming | undefined => {
  const match = /\[\[([^[\]\n]{0,80})$/.exec(text.slice(0, caret))
  return match === null ? undefined : { from: match.index, words: match[1] ?? '' }
}

const maxOffered = 8

/** The metrics that match the words, those whose name starts with them first. */
export const matching = (metrics: Iterable<Metric>, words: string): Metric[] => {
  const wanted = words
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean)
  const rank = ({ label, metric_key }: Metric): number => {
    const text = `${label} ${metric_key.replaceAll('_', ' ')}`.toLowerCase()
    if (!wanted.every((word) => text.includes(word))) return 0
    return text.startsWith(wanted.join(' ')) ? 2 : 1
  }
  return [...metrics]
    .map((metric) => ({ metric, rank: rank(metric) }))
    .filter((match) => match.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxOffered)
    .map(({ metric }) => metric)
}

/** The text with the completed metric token, and the new caret position. */
export const completed = (text: string, naming: Naming, caret: number, metricKey: string) => {
  const token = `[[${metricKey}]]`
  const rest = text.slice(caret).replace(/^\]{1,2}/, '')
  return { text: text.slice(0, naming.from) + token + rest, caret: naming.from + token.length }
}
