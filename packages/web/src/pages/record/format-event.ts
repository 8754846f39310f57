import type { JournalEntry, Metric } from '@deal-canvas/contract'
import { formatBeforeAfter } from '../../ui/format-before-after.ts'
import { formatPerson } from '../../ui/format-person.ts'
import { acts } from '../deals/format-last-event.ts'
import { metricMoves } from './metric-moves.ts'

/** What the names in an entry mean. */
export interface Names {
  readonly section: (key: string) => string
  readonly metric: (key: string) => Pick<Metric, 'label' | 'unit'> | undefined
  readonly person: (id: string) => string
}

interface EntryWords {
  /** Who did it; undefined: nobody in particular. */
  readonly actor: string | undefined
  readonly act: string
  /** What it was about; empty where there is no more to say. */
  readonly about: string
}

type Data = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ')
const version = (data: Data): string | undefined =>
  number(data['version']) === null ? undefined : `version ${data['version']}`

const metricMove = (data: Data, { metric }: Names): string => {
  const key = text(data['metric_key']) ?? ''
  const { label, unit } = metric(key) ?? { label: key, unit: 'ratio' as const }
  if (!('after' in data)) return label
  const { before, after } = formatBeforeAfter({
    metric_key: key,
    unit,
    before: number(data['before']),
    after: number(data['after']),
  })
  return `${label} ${before} \u2192 ${after}`
}

const commentType = (data: Data): string | undefined => {
  const type = text(data['comment_type'])
  return type === 'comment' ? undefined : type
}

const inSection = (data: Data, { section }: Names): string | undefined => {
  const key = text(data['section_key'])
  return key === undefined ? undefined : section(key)
}

const onMetric = (data: Data, { metric }: Names): string | undefined => {
  const key = text(data['metric_key'])
  return key === undefined ? undefined : (metric(key)?.label ?? key)
}

const isReady = (document: unknown): boolean => {
  const { state }: { state?: unknown } = { ...Object(document) }
  return state === 'digitized' || state === 'indexed'
}

/** By the beginning of the type; the first that fits speaks. */
const abouts: readonly (readonly [RegExp, (data: Data, names: Names) => string])[] = [
  [
    /^comment\.created$/,
    (data, names) =>
      joined(
        commentType(data),
        onMetric(data, names) && `on ${onMetric(data, names)}`,
        inSection(data, names) && `in ${inSection(data, names)}`,
      ),
  ],
  [/^comment\.(un)?reacted$/, (data) => text(data['emoji']) ?? ''],
  [
    /^(section|suggestion)\.(created|updated|accepted)$/,
    (data, names) => joined(inSection(data, names), version(data)),
  ],
  [
    /^section\.marked_stale$/,
    (data, { section }) =>
      list(data['section_keys'])
        .map((key) => section(String(key)))
        .join(', '),
  ],
  [
    /^feedback\./,
    (data, names) =>
      joined(inSection(data, names), number(data['rating']) === null ? undefined : `${data['rating']} of 5`),
  ],
  [/^(ripple|metric)\./, (data, names) => metricMove(data, names)],
  [/^metrics\./, (data) => counted(list(data['metric_keys']).length, 'metric')],
  [
    /^model\.reading_updated$/,
    (data) =>
      joined(
        list(data['chosen']).length > 0
          ? counted(list(data['chosen']).length, 'cell chosen', 'cells chosen')
          : undefined,
        list(data['confirmed']).length > 0
          ? counted(list(data['confirmed']).length, 'number confirmed', 'numbers confirmed')
          : undefined,
        list(data['absent']).length > 0
          ? counted(list(data['absent']).length, 'metric not in the workbook', 'metrics not in the workbook')
          : undefined,
        counted(number(data['moved_count']) ?? 0, 'number changed', 'numbers changed'),
      ),
  ],
  [
    /^model\./,
    (data) =>
      joined(
        version(data)?.replace('version', 'model'),
        counted(number(data['moved_count']) ?? 0, 'number changed', 'numbers changed'),
      ),
  ],
  [
    /^deal\.member/,
    (data, { person }) => joined(person(text(data['user_id']) ?? ''), text(data['role']) && `as ${text(data['role'])}`),
  ],
  [
    /^deal\.finalized$/,
    (data) =>
      joined(
        text(data['decision']),
        text(data['override_reason']) && `in spite of open blockers: ${text(data['override_reason'])}`,
      ),
  ],
  [/^deal\.(reopened|superadmin_entered)$/, (data) => text(data['reason']) ?? ''],
  [/^(evidence|brush)\./, (data) => `${counted(list(data['passages']).length, 'passage')} shown`],
  [
    /^readiness\./,
    (data) =>
      `${list(data['documents']).filter(isReady).length} of ${counted(list(data['documents']).length, 'document')} ready`,
  ],
  [/^audit\.erased$/, (data) => counted(number(data['count']) ?? 0, 'event')],
  [
    /^superadmin\.entered$/,
    (data) => (data['by'] === 'grant' ? 'with a reason, for an hour' : 'by a membership that a superadmin gave'),
  ],
  [/^canvas\.built$/, (data) => counted(list(data['section_keys']).length, 'section')],
]

/** An outside program writes what it likes; its plain facts are told as they are. */
const outsideFacts = (data: Data): string =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .slice(0, 4)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')

/** "ext.agent.objected" is "Agent objected", told by an outside program. */
const outsideAct = (type: string): string => type.replace(/^ext\./, '').replaceAll(/[._-]/g, ' ')

/** What an event did to one metric, for its history; undefined: it did not change its value. */
const aboutMetric = (data: Data, metricKey: string, names: Names): string | undefined => {
  const move = metricMoves(data).find((one) => one.metricKey === metricKey)
  return move === undefined
    ? undefined
    : metricMove({ metric_key: metricKey, before: move.before, after: move.after }, names)
}

/** An entry of the record in plain words; in the history of a metric, what it did to that one. */
export const formatEvent = (
  { type, actor_name: actor, actor_email_verified: verified, data }: JournalEntry,
  names: Names,
  metricKey = '',
): EntryWords => {
  const isOutside = type.startsWith('ext.')
  const act = isOutside ? `reported: ${outsideAct(type)}` : (acts[type] ?? type.replaceAll(/[._]/g, ' '))
  const about = abouts.find(([pattern]) => pattern.test(type))?.[1]
  const aboutOf = (facts: Data): string => (isOutside ? outsideFacts(facts) : (about?.(facts, names) ?? ''))
  return {
    actor: actor === null ? undefined : formatPerson(actor, verified),
    act: actor === null ? act.replace(/^./, (first) => first.toUpperCase()) : act,
    about: data === null ? 'erased' : (aboutMetric(data, metricKey, names) ?? aboutOf(data)),
  }
}
