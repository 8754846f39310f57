import { maxWebhookBodyBytes, pingEvent } from '@deal-canvas/contract'
import { readBoundedJson } from '../../platform/bounded-json.ts'

/**
 * The fields of events that are sent: ids, versions and words of fixed lists. A field that is not listed is left out,
 * so that a new event type cannot send text, numbers of a deal, or what a blind first reading hides (votes, ratings).
 */
const sentFields: ReadonlySet<string> = new Set([
  'assignee_id',
  'attachment_ids',
  'choice',
  'comment_id',
  'comment_type',
  'condition_id',
  'decision',
  'document_id',
  'draft_id',
  'due_date',
  'due_on',
  'export_id',
  'feedback_id',
  'finding_id',
  'format',
  'former_document_id',
  'grant_id',
  'ic_date',
  'kind',
  'lead_id',
  'memo_version',
  'metric_key',
  'metric_keys',
  'model_version',
  'outcome',
  'owner_id',
  'redrafted_sections',
  'added_sections',
  'reply_id',
  'request_id',
  'role',
  'scenario_id',
  'scenario_version',
  'section_key',
  'section_keys',
  'severity',
  'side',
  'sign_off_id',
  'source_id',
  'source_kind',
  'stage',
  'status',
  'subject',
  'team_id',
  'threshold_id',
  'uncertainty_version',
  'user_id',
  'version',
  'vote_id',
])

const maxListed = 50
/** What has no blanks cannot be a sentence that somebody wrote. */
const tokenForm = /^[\w.:-]{1,100}$/
const maxDataBytes = 256 * 1024

type Fact = string | number | boolean | null | string[]

const isToken = (value: unknown): value is string => typeof value === 'string' && tokenForm.test(value)

const factOf = (value: unknown): Fact | undefined => {
  if (value === null || typeof value === 'boolean' || isToken(value)) return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  return Array.isArray(value) && value.every(isToken) ? value.slice(0, maxListed) : undefined
}

/** An event as the audit trail holds it. */
export interface TrailEvent {
  seq: number
  ts: Date
  type: string
  actorId: string | null
  /** JSON; null: erased. */
  data: string | null
}

const factsOf = ({ type, data }: TrailEvent): Record<string, Fact> => {
  // What an external pipeline puts there is not known to be harmless.
  if (data === null || type.startsWith('ext.')) return {}
  const read = readBoundedJson(data, { maxBytes: maxDataBytes, maxDepth: 16 })
  if (!read.ok || typeof read.value !== 'object' || read.value === null) return {}
  const facts: Record<string, Fact> = {}
  for (const [name, value] of Object.entries(read.value)) {
    const fact = sentFields.has(name) ? factOf(value) : undefined
    if (fact !== undefined) facts[name] = fact
  }
  return facts
}

/** The body of a delivery: what happened and to what, so that the receiver can ask for the rest with its own rights. */
export const writeMessage = ({ orgId, dealId }: { orgId: string; dealId: string }, event: TrailEvent): string => {
  const { type, ts, seq, actorId } = event
  const message = (facts: Record<string, Fact>): string =>
    JSON.stringify({
      type,
      timestamp: ts.toISOString(),
      data: { ...facts, org_id: orgId, deal_id: dealId, seq, event_type: type, actor_id: actorId },
    })
  const whole = message(factsOf(event))
  return Buffer.byteLength(whole) <= maxWebhookBodyBytes ? whole : message({})
}

export const writePing = (orgId: string, at: Date): string =>
  JSON.stringify({ type: pingEvent, timestamp: at.toISOString(), data: { org_id: orgId } })
