import type { JournalEntry, Metric } from '@deal-canvas/contract'
import { acts } from '../../deal-data/format-last-event.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { formatBeforeAfter } from '../../ui/format-before-after.ts'
import { formatPerson } from '../../ui/format-person.ts'
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
const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ')
const ifKnown = <Value>(value: Value | null | undefined, format: (value: Value) => string): string | undefined =>
  value === null || value === undefined ? undefined : format(value)
const ifAny = (items: unknown, format: (values: { count: number }) => string): string | undefined =>
  list(items).length === 0 ? undefined : format({ count: list(items).length })

const version = (data: Data): string | undefined =>
  ifKnown(number(data['version']), (version) => messages.version({ version }))
const modelVersion = (data: Data): string | undefined =>
  ifKnown(number(data['version']), (version) => messages.modelVersion({ version }))
const rating = (data: Data): string | undefined =>
  ifKnown(number(data['rating']), (rating) => messages.rating({ rating }))
const numbersChanged = (data: Data): string => messages.numbersChanged({ count: number(data['moved_count']) ?? 0 })

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
  return messages.metricMove({ metric: label, before, after })
}

const commentType = (data: Data): string | undefined => {
  const type = text(data['comment_type'])
  return type === undefined || type === 'comment' ? undefined : messages.commentType({ type })
}

const sectionOf = (data: Data, { section }: Names): string | undefined => ifKnown(text(data['section_key']), section)

const inSection = (data: Data, names: Names): string | undefined =>
  ifKnown(sectionOf(data, names), (section) => messages.inSection({ section }))

const onMetric = (data: Data, { metric }: Names): string | undefined =>
  ifKnown(text(data['metric_key']), (key) => messages.onMetric({ metric: metric(key)?.label ?? key }))

const asRole = (data: Data): string | undefined => ifKnown(text(data['role']), (role) => messages.asRole({ role }))

const decision = (data: Data): string | undefined =>
  ifKnown(text(data['decision']), (decision) => messages.decision({ decision }))

const blockersOverridden = (data: Data): string | undefined =>
  ifKnown(text(data['override_reason']), (reason) => messages.blockersOverridden({ reason }))

const isReady = (document: unknown): boolean => {
  const { state }: { state?: unknown } = { ...Object(document) }
  return state === 'digitized' || state === 'indexed'
}

/** By the beginning of the type; the first that fits speaks. */
const abouts: readonly (readonly [RegExp, (data: Data, names: Names) => string])[] = [
  [/^comment\.created$/, (data, names) => joined(commentType(data), onMetric(data, names), inSection(data, names))],
  [/^comment\.(un)?reacted$/, (data) => text(data['emoji']) ?? ''],
  [
    /^(section|suggestion)\.(created|updated|accepted)$/,
    (data, names) => joined(sectionOf(data, names), version(data)),
  ],
  [
    /^section\.marked_stale$/,
    (data, { section }) =>
      list(data['section_keys'])
        .map((key) => section(String(key)))
        .join(', '),
  ],
  [/^feedback\./, (data, names) => joined(sectionOf(data, names), rating(data))],
  [/^(ripple|metric)\./, (data, names) => metricMove(data, names)],
  [/^metrics\./, (data) => messages.metrics({ count: list(data['metric_keys']).length })],
  [
    /^model\.reading_updated$/,
    (data) =>
      joined(
        ifAny(data['chosen'], messages.cellsChosen),
        ifAny(data['confirmed'], messages.numbersConfirmed),
        ifAny(data['absent'], messages.metricsAbsent),
        numbersChanged(data),
      ),
  ],
  [/^model\./, (data) => joined(modelVersion(data), numbersChanged(data))],
  [/^deal\.member/, (data, { person }) => joined(person(text(data['user_id']) ?? ''), asRole(data))],
  [/^deal\.finalized$/, (data) => joined(decision(data), blockersOverridden(data))],
  [/^deal\.(reopened|superadmin_entered)$/, (data) => text(data['reason']) ?? ''],
  [/^(evidence|brush)\./, (data) => messages.passagesShown({ count: list(data['passages']).length })],
  [
    /^readiness\./,
    (data) =>
      messages.documentsReady({
        ready: list(data['documents']).filter(isReady).length,
        count: list(data['documents']).length,
      }),
  ],
  [/^audit\.erased$/, (data) => messages.eventCount({ count: number(data['count']) ?? 0 })],
  [
    /^superadmin\.entered$/,
    (data) => (data['by'] === 'grant' ? messages.enteredByGrant() : messages.enteredByMembership()),
  ],
  [/^canvas\.built$/, (data) => messages.sections({ count: list(data['section_keys']).length })],
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

/** An event of the audit trail in plain words; in the history of a metric, what it did to that one. */
export const formatEvent = (
  { type, actor_name: actor, actor_email_verified: verified, data }: JournalEntry,
  names: Names,
  metricKey = '',
): EntryWords => {
  const isOutside = type.startsWith('ext.')
  const act = isOutside
    ? messages.externalReport({ event: outsideAct(type) })
    : (acts[type] ?? type.replaceAll(/[._]/g, ' '))
  const about = abouts.find(([pattern]) => pattern.test(type))?.[1]
  const aboutOf = (facts: Data): string => (isOutside ? outsideFacts(facts) : (about?.(facts, names) ?? ''))
  return {
    actor: actor === null ? undefined : formatPerson(actor, verified),
    act: actor === null ? act.replace(/^./, (first) => first.toUpperCase()) : act,
    about: data === null ? messages.erased() : (aboutMetric(data, metricKey, names) ?? aboutOf(data)),
  }
}
