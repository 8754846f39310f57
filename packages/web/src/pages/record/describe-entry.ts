import { type AuditTrailEntry, formatExact } from '@deal-canvas/contract'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { formatEvent, type Names } from './format-event.ts'
import { formatMove, type MetricMove, metricMoves } from './metric-moves.ts'

interface Description {
  /** What happened, in sentences. */
  readonly sentences: readonly string[]
  /** Ids and digests, for looking the event up elsewhere. */
  readonly references: readonly string[]
}

type Data = Readonly<Record<string, unknown>>

/** Longer lists are truncated. */
const maxItems = 20
/** External systems can nest their data arbitrarily deep. */
const maxDepth = 3

const isReference = (name: string): boolean => name !== 'user_id' && /(?:^|_)(?:ids?|digests?|hash|epoch)$/.test(name)

/** Fields that the sentences about changed metrics already cover. */
const coveredByMoves = new Set(['metric_key', 'before', 'after', 'moved', 'moved_count'])

const lower = (name: string): string => name.replaceAll(/[_\s]+/g, ' ').trim()
const sentenceCase = (name: string): string => lower(name).replace(/^./, (first) => first.toUpperCase())

const formatText = (name: string, value: string, names: Names): string => {
  if (name === 'section_key') return names.section(value)
  if (name === 'metric_key' || name === 'confirmed' || name === 'absent')
    return names.metric(value)?.label ?? lower(value)
  if (name === 'user_id') return names.person(value)
  return value
}

const formatFact = (name: string, value: unknown, names: Names, depth = 0): string => {
  if (value === null || value === undefined) return messages.none()
  if (typeof value === 'boolean') return value ? messages.yes() : messages.no()
  if (typeof value === 'number') return formatExact(value)
  if (typeof value === 'string') return formatText(name, value, names)
  if (depth >= maxDepth) return messages.moreDetails()
  if (!Array.isArray(value)) {
    return Object.entries(value)
      .map(([inner, fact]) => `${lower(inner)} ${formatFact(inner, fact, names, depth + 1)}`)
      .join(', ')
  }
  const items = value.slice(0, maxItems).map((item) => formatFact(name.replace(/s$/, ''), item, names, depth + 1))
  const listed = items.join(depth === 0 ? '; ' : ', ')
  const more = value.length - items.length
  if (value.length === 0) return messages.none()
  return more > 0 ? messages.andMore({ items: listed, count: more }) : listed
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const moveSentences = (data: Data, names: Names, metricKey: string): string[] => {
  const isWanted = (move: MetricMove) => move.metricKey === metricKey
  const moves = metricMoves(data).sort((a, b) => Number(isWanted(b)) - Number(isWanted(a)))
  const sentences = moves.slice(0, maxItems).map((move) => ended(formatMove(move, names)))
  const count = typeof data['moved_count'] === 'number' ? data['moved_count'] : moves.length
  return count > sentences.length && sentences.length > 0
    ? [...sentences, messages.moreNumbersChanged({ count: count - sentences.length })]
    : sentences
}

/** An audit-trail event in full sentences; in the history of a metric, its effect on that metric comes first. */
export const describeEntry = (entry: AuditTrailEntry, names: Names, metricKey = ''): Description => {
  const { actor, act, about } = formatEvent(entry, names, metricKey)
  const event = actor === undefined ? act : messages.eventOf({ actor, act })
  const first = ended(about === '' ? event : messages.eventAbout({ event, about }))
  const { data } = entry
  if (data === null) return { sentences: [first, messages.detailsErased()], references: [] }
  const facts = Object.entries(data).filter(([name]) => !coveredByMoves.has(name))
  return {
    sentences: [
      first,
      ...moveSentences(data, names, metricKey),
      ...facts
        .filter(([name]) => !isReference(name))
        .map(([name, value]) =>
          ended(
            messages.fact({
              name: sentenceCase(name.replace(/_(?:key|id)(s?)$/, '$1')),
              value: formatFact(name, value, names),
            }),
          ),
        ),
    ],
    references: facts
      .filter(([name]) => isReference(name))
      .map(([name, value]) => messages.fact({ name: sentenceCase(name), value: formatFact(name, value, names) })),
  }
}
