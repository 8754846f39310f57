import {
  type AuditEventType,
  type AuditTrailEntry,
  externalEventName,
  formatCalendarDay,
  isAuditEventType,
  isExternalEventType,
  type Metric,
  type StoredEventData,
} from '@deal-canvas/contract'
import { acts } from '../../deal-data/format-last-event.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { shortFingerprint } from '../../ui/format-fingerprint.ts'
import { formatBeforeAfter, formatMetric } from '../../ui/format-metric.ts'
import { formatPerson } from '../../ui/format-person.ts'
import { metricMoves } from './metric-moves.ts'

/** Resolves the ids in an event to names. */
export interface Names {
  readonly section: (key: string) => string
  readonly metric: (key: string) => Pick<Metric, 'label' | 'unit'> | undefined
  readonly person: (id: string) => string
}

interface EntryWords {
  /** Who did it; undefined: no particular person. */
  readonly actor: string | undefined
  readonly act: string
  /** What it was about; empty if there is nothing to add. */
  readonly about: string
}

type Data = Readonly<Record<string, unknown>>

/** Event fields, all optional and unknown: an older or newer service may have written them differently. */
type Facts<Field extends string> = { readonly [One in Field]?: unknown }

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ')
const ifKnown = <Value>(value: Value | null | undefined, format: (value: Value) => string): string | undefined =>
  value === null || value === undefined ? undefined : format(value)
const ifAny = (items: unknown, format: (values: { count: number }) => string): string | undefined =>
  list(items).length === 0 ? undefined : format({ count: list(items).length })

const numbersChanged = ({ moved_count: count }: Facts<'moved_count'>): string =>
  messages.numbersChanged({ count: number(count) ?? 0 })

const commentType = ({ comment_type }: Facts<'comment_type'>): string | undefined => {
  const type = text(comment_type)
  return type === undefined || type === 'comment' ? undefined : messages.commentType({ type })
}

const sectionOf = ({ section_key: key }: Facts<'section_key'>, { section }: Names): string | undefined =>
  ifKnown(text(key), section)

const isReady = (document: unknown): boolean => {
  const { state }: { state?: unknown } = { ...Object(document) }
  return state === 'digitized' || state === 'indexed'
}

const nothing = (): string => ''

const aboutMove = (data: Facts<'metric_key' | 'before' | 'after'>, { metric }: Names): string => {
  const key = text(data.metric_key) ?? ''
  const { label, unit } = metric(key) ?? { label: key, unit: 'ratio' as const }
  if (!('after' in data)) return label
  const { before, after } = formatBeforeAfter({
    metric_key: key,
    unit,
    before: number(data.before),
    after: number(data.after),
  })
  return messages.metricMove({ metric: label, before, after })
}

const aboutReaction = ({ emoji }: Facts<'emoji'>): string => text(emoji) ?? ''

const aboutVersion = (data: Facts<'section_key' | 'version'>, names: Names): string =>
  joined(
    sectionOf(data, names),
    ifKnown(number(data.version), (version) => messages.version({ version })),
  )

const aboutSections = ({ section_keys: keys }: Facts<'section_keys'>, { section }: Names): string =>
  list(keys)
    .map((key) => section(String(key)))
    .join(', ')

const aboutModel = (data: Facts<'version' | 'moved_count'>): string =>
  joined(
    ifKnown(number(data.version), (version) => messages.modelVersion({ version })),
    numbersChanged(data),
  )

const aboutMember = (data: Facts<'user_id' | 'role'>, { person }: Names): string =>
  joined(
    person(text(data.user_id) ?? ''),
    ifKnown(text(data.role), (role) => messages.asRole({ role })),
  )

const aboutReason = ({ reason }: Facts<'reason'>): string => text(reason) ?? ''

const aboutPassages = ({ passages }: Facts<'passages'>): string =>
  messages.passagesShown({ count: list(passages).length })

const aboutInputs = ({ inputs }: Facts<'inputs'>): string => messages.inputs({ count: list(inputs).length })

/** The event has ids only; numbers that changed say more than the id of a scenario. */
const aboutScenario = (data: Facts<'inputs' | 'moved_count'>): string => joined(aboutInputs(data), numbersChanged(data))

/** "Settings of the deal, 3 uncertain inputs". */
const aboutUncertainty = (data: Facts<'scenario_id' | 'varying'>): string =>
  joined(
    data.scenario_id === null ? messages.settingsOfDeal() : undefined,
    ifAny(data.varying, messages.uncertainInputs) ?? messages.noOwnSettings(),
  )

/** "DSCR at least 1.25x". */
const aboutThreshold = (data: Facts<'metric_key' | 'side' | 'limit'>, { metric }: Names): string => {
  const key = text(data.metric_key) ?? ''
  const { label, unit } = metric(key) ?? { label: key, unit: 'ratio' as const }
  const value = number(data.limit)
  return value === null
    ? label
    : messages.limit({ metric: label, side: text(data.side) ?? '', value: formatMetric(value, unit) })
}

/** "Units: 212 or 200, model". */
const aboutContradiction = (
  data: Facts<'metric_key' | 'choice' | 'stated' | 'compared_with'>,
  { metric }: Names,
): string => {
  const key = text(data.metric_key) ?? ''
  const { label, unit } = metric(key) ?? { label: key, unit: 'ratio' as const }
  const [stated, other] = [number(data.stated), number(data.compared_with)]
  return stated === null || other === null
    ? label
    : messages.settled({
        metric: label,
        stated: formatMetric(stated, unit),
        other: formatMetric(other, unit),
        choice: text(data.choice) ?? '',
      })
}

const readDay = (value: unknown): string | undefined => ifKnown(text(value), formatCalendarDay)

const aboutCondition = (data: Facts<'owner_id' | 'due_on' | 'status'>, { person }: Names): string =>
  joined(
    ifKnown(text(data.status), (status) => messages.conditionStatus({ status })),
    ifKnown(text(data.owner_id), person),
    ifKnown(readDay(data.due_on), (date) => messages.dueOn({ date })),
  )

const aboutRequest = (data: Facts<'assignee_id' | 'due_date' | 'status'>, { person }: Names): string =>
  joined(
    ifKnown(text(data.status), (status) => messages.requestStatus({ status })),
    ifKnown(text(data.assignee_id), person),
    ifKnown(readDay(data.due_date), (date) => messages.dueOn({ date })),
  )

const aboutSignOff = (data: Facts<'subject' | 'user_id' | 'due_on'>, { person }: Names): string =>
  joined(
    ifKnown(text(data.subject), (subject) => messages.signOffSubject({ subject })),
    ifKnown(text(data.user_id), person),
    ifKnown(readDay(data.due_on), (date) => messages.dueOn({ date })),
  )

const aboutMemoVersion = ({ memo_version: version }: Facts<'memo_version'>): string =>
  ifKnown(number(version), (memo) => messages.onMemoVersion({ version: memo })) ?? ''

/** Whether a check of the readiness had something open, or could not be made. */
const hasOpen = (item: unknown): boolean => {
  const { count }: { count?: unknown } = { ...Object(item) }
  return count !== 0
}

/** What an event was about, by event type. */
const abouts: { readonly [Type in AuditEventType]: (data: StoredEventData<Type>, names: Names) => string } = {
  'answer.checked': ({ accepted, rejected }) =>
    messages.sentencesChecked({ accepted: number(accepted) ?? 0, rejected: number(rejected) ?? 0 }),
  'answer.requested': (data) => joined(text(data.model), aboutPassages(data)),
  'audit.baseline': nothing,
  'draft.answered': ({ agent, accepted, dropped }) =>
    joined(
      messages.draftAgent({ agent: text(agent) ?? '' }),
      messages.draftSentences({ accepted: number(accepted) ?? 0, dropped: number(dropped) ?? 0 }),
    ),
  'draft.asked': ({ agent, model }) => joined(messages.draftAgent({ agent: text(agent) ?? '' }), text(model)),
  'draft.ended': (data, names) =>
    joined(
      sectionOf(data, names),
      messages.draftOutcome({ outcome: text(data.outcome) ?? '' }),
      messages.draftSentences({ accepted: number(data.accepted) ?? 0, dropped: number(data.dropped) ?? 0 }),
    ),
  'draft.requested': (data, names) => sectionOf(data, names) ?? '',
  'audit.erased': ({ count }) => messages.eventCount({ count: number(count) ?? 0 }),
  'brush.made': aboutPassages,
  'canvas.built': ({ section_keys: keys }) => messages.sections({ count: list(keys).length }),
  'canvas.invalidated': nothing,
  'committee.member_added': aboutMember,
  'committee.member_removed': aboutMember,
  'condition.changed': aboutCondition,
  'condition.created': aboutCondition,
  'condition.deleted': nothing,
  'request.changed': aboutRequest,
  'request.created': aboutRequest,
  'finding.reopened': nothing,
  'finding.settled': ({ choice }) => ifKnown(text(choice), (how) => messages.findingChoice({ choice: how })) ?? '',
  'comment.created': (data, names) =>
    joined(
      commentType(data),
      ifKnown(text(data.metric_key), (key) => messages.onMetric({ metric: names.metric(key)?.label ?? key })),
      ifKnown(text(data.cell), (cell) => messages.onCell({ cell })),
      ifKnown(text(data.passage_id), () => messages.onPassage()),
      ifKnown(sectionOf(data, names), (section) => messages.inSection({ section })),
    ),
  'comment.deleted': nothing,
  'comment.edited': nothing,
  'comment.followed': ({ anchored, moved, orphaned }) =>
    joined(
      ifKnown(number(anchored) || undefined, (count) => messages.commentsKept({ count })),
      ifKnown(number(moved) || undefined, (count) => messages.commentsMoved({ count })),
      ifKnown(number(orphaned) || undefined, (count) => messages.commentsLost({ count })),
    ),
  'comment.reacted': aboutReaction,
  'comment.reopened': nothing,
  'comment.replied': nothing,
  'comment.resolved': nothing,
  'comment.unreacted': aboutReaction,
  'deal.archived': nothing,
  'deal.details_changed': (data, { person }) =>
    joined(
      messages.stageNow({ stage: text(data.stage) ?? '' }),
      ifKnown(readDay(data.ic_date), (date) => messages.icDateNow({ date })),
      ifKnown(text(data.lead_id), (id) => messages.leadNow({ person: person(id) })),
      data.deal_type === undefined ? undefined : messages.typeNow(),
      data.city_changed === true ? messages.cityNow() : undefined,
    ),
  'deal.finalized': (data) =>
    joined(
      ifKnown(text(data.decision), (decision) => messages.decision({ decision })),
      ifAny(data.condition_ids, messages.conditionsAttached),
      ifKnown(text(data.override_reason), (reason) => messages.blockersOverridden({ reason })),
      ifAny(data.overrides, messages.overrides),
    ),
  'deal.imported': ({ entries, fingerprint }) =>
    joined(
      messages.eventCount({ count: number(entries) ?? 0 }),
      ifKnown(text(fingerprint), (key) => messages.signedByKey({ key: shortFingerprint(key) })),
    ),
  'deal.member_added': aboutMember,
  'contradiction.settled': aboutContradiction,
  'contradiction.updated': ({ found, gone }) =>
    joined(
      ifKnown(number(found) || undefined, (count) => messages.contradictionsFound({ count })),
      ifKnown(number(gone) || undefined, (count) => messages.contradictionsGone({ count })),
    ),
  'export.created': ({ format }) => messages.exportedAs({ format: text(format) ?? 'other' }),
  'export.portfolio': ({ deals }) => ifKnown(number(deals), (count) => messages.comparedWith({ count })) ?? '',
  'deal.member_changed': aboutMember,
  'deal.member_removed': aboutMember,
  'deal.renamed': nothing,
  'deal.reopened': aboutReason,
  'deal.restored': nothing,
  'deal.superadmin_entered': aboutReason,
  'deal.team_granted': nothing,
  'deal.team_removed': nothing,
  'document.added': nothing,
  'document.problem_dismissed': nothing,
  'document.removed': nothing,
  'evidence.searched': aboutPassages,
  'feedback.given': (data, names) =>
    joined(
      sectionOf(data, names),
      ifKnown(number(data.rating), (rating) => messages.rating({ rating })),
    ),
  'section.redrafted': ({ added_sections: added, redrafted_sections: redrafted }) =>
    messages.sections({ count: list(added).length + list(redrafted).length }),
  'metric.created': aboutMove,
  'metric.deleted': aboutMove,
  'metric.edited': aboutMove,
  'metric.remapped': aboutMove,
  'metric.updated': aboutMove,
  'metrics.written': ({ metric_keys: keys }) => messages.metrics({ count: list(keys).length }),
  'model.read_again': aboutModel,
  'model.reading_updated': (data) =>
    joined(
      ifAny(data.chosen, messages.cellsChosen),
      ifAny(data.confirmed, messages.numbersConfirmed),
      ifAny(data.absent, messages.metricsAbsent),
      numbersChanged(data),
    ),
  'model.replaced': aboutModel,
  'readiness.at_decision': ({ items }) => messages.openAtDecision({ count: list(items).filter(hasOpen).length }),
  'readiness.taken': ({ documents }) =>
    messages.documentsReady({ ready: list(documents).filter(isReady).length, count: list(documents).length }),
  'reply.deleted': nothing,
  'reply.edited': nothing,
  'ripple.applied': aboutMove,
  'ripple.reverted': aboutMove,
  'scenario.adopted': aboutScenario,
  'scenario.changed': aboutInputs,
  'scenario.created': aboutInputs,
  'scenario.deleted': nothing,
  'scenario.presented': (data) => (data.scenario_id === null ? messages.baseAgain() : aboutScenario(data)),
  'scenario.proposal_ended': ({ outcome }) =>
    ifKnown(text(outcome), (ended) => messages.proposalOutcome({ outcome: ended })) ?? '',
  'scenario.proposed': aboutInputs,
  'scenario.uncertainty_changed': aboutUncertainty,
  'section.created': aboutVersion,
  'section.marked_stale': aboutSections,
  'section.ordered': aboutSections,
  'section.removed': aboutVersion,
  'section.renamed': aboutVersion,
  'section.restored': aboutVersion,
  'section.updated': aboutVersion,
  'sign_off.asked': aboutSignOff,
  'sign_off.changed': (data, names) =>
    joined(aboutSignOff(data, names), data.signature_removed === true ? messages.signatureRemoved() : undefined),
  'sign_off.deleted': nothing,
  'sign_off.signed': aboutMemoVersion,
  'sign_off.withdrawn': nothing,
  'suggestion.accepted': aboutVersion,
  'suggestion.rejected': nothing,
  'superadmin.entered': ({ by }) => (by === 'grant' ? messages.enteredByGrant() : messages.enteredByMembership()),
  'threshold.changed': aboutThreshold,
  'threshold.created': aboutThreshold,
  'threshold.deleted': aboutThreshold,
  'vote.cast': aboutMemoVersion,
  'votes.revealed': ({ votes }) => messages.votesRevealed({ count: list(votes).length }),
}

/** External systems write arbitrary data; its plain values are shown as they are. */
const outsideFacts = (data: Data): string =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .slice(0, 4)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')

interface ActAndAbout {
  readonly act: string
  readonly about: (data: Data, names: Names) => string
}

const wordsOf = (type: string): ActAndAbout => {
  if (isAuditEventType(type)) return { act: acts[type], about: abouts[type] }
  // "ext.agent.objected" becomes "agent objected".
  if (isExternalEventType(type)) {
    const event = externalEventName(type).replaceAll(/[._-]/g, ' ')
    return { act: messages.externalReport({ event }), about: outsideFacts }
  }
  // An event type of a newer service: show its name.
  return { act: type.replaceAll(/[._]/g, ' '), about: nothing }
}

/** What an event did to one metric, for its history; undefined: it did not change the value. */
const aboutMetric = (data: Data, metricKey: string, names: Names): string | undefined => {
  const move = metricMoves(data).find((item) => item.metricKey === metricKey)
  return move === undefined
    ? undefined
    : aboutMove({ metric_key: metricKey, before: move.before, after: move.after }, names)
}

/** An audit-trail event as a short text; in the history of a metric, its effect on that metric. */
export const formatEvent = (
  { type, actor_name: actor, actor_email_verified: verified, data }: AuditTrailEntry,
  names: Names,
  metricKey = '',
): EntryWords => {
  const { act, about } = wordsOf(type)
  return {
    actor: actor === null ? undefined : formatPerson(actor, verified),
    act: actor === null ? act.replace(/^./, (first) => first.toUpperCase()) : act,
    about: data === null ? messages.erased() : (aboutMetric(data, metricKey, names) ?? about(data, names)),
  }
}
