import {
  type AuditEventArea,
  type AuditEventType,
  auditEvents,
  type DealEvent,
  isAuditEventType,
} from '@deal-canvas/contract'

/** Areas of events that a guest sees like everybody else: the memo, the numbers, the documents and the comments. */
const shown: ReadonlySet<AuditEventArea> = new Set([
  'canvas',
  'comment',
  'contradiction',
  'document',
  'metric',
  'metrics',
  'model',
  'reply',
  'ripple',
  'scenario',
  'section',
  'suggestion',
  'threshold',
])

const shownOfDeals: ReadonlySet<AuditEventType> = new Set(['deal.archived', 'deal.restored', 'deal.renamed'])

const isShown = (type: string): boolean =>
  isAuditEventType(type) && (shown.has(auditEvents[type].area) || shownOfDeals.has(type))

/**
 * An event as a guest receives it. Of votes, requests, people and other acts within the organization only number, time
 * and type remain: without the number a client would reload the deal because of the gap.
 */
export const forGuest = (event: DealEvent): DealEvent =>
  isShown(event.type) ? event : { ...event, actor_id: null, data: {} }
