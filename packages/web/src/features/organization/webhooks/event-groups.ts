import { type AuditEventArea, auditEventArea, externalEvents, webhookEventTypes } from '@deal-canvas/contract'
import { webhookMessages as messages } from '../../../messages/webhooks.ts'

type EventTypes = readonly (typeof webhookEventTypes)[number][]

const areas: readonly (readonly [name: string, areas: readonly AuditEventArea[]])[] = [
  [messages.groupComments(), ['comment', 'reply', 'suggestion']],
  [messages.groupMemo(), ['section', 'draft', 'canvas']],
  [messages.groupNumbers(), ['metric', 'metrics', 'model', 'ripple', 'threshold', 'finding']],
  [messages.groupScenarios(), ['scenario']],
  [messages.groupDocuments(), ['document', 'contradiction', 'evidence']],
  [
    messages.groupCommittee(),
    ['committee', 'vote', 'votes', 'sign_off', 'condition', 'request', 'readiness', 'feedback'],
  ],
  [messages.groupDeal(), ['deal', 'superadmin']],
  [messages.groupExports(), ['export']],
]

const typesOf = (wanted: readonly AuditEventArea[]): EventTypes =>
  webhookEventTypes.filter((type) => {
    const area = auditEventArea(type)
    return area !== undefined && wanted.includes(area)
  })

const grouped = areas.map(([name, wanted]) => ({ name, types: typesOf(wanted) }))
const known = new Set([externalEvents, ...grouped.flatMap(({ types }) => types)])

/** The types of events, by what people look for. Every type is in one of them. */
export const eventGroups: readonly { name: string; types: EventTypes }[] = [
  ...grouped,
  { name: messages.groupExternal(), types: [externalEvents] },
  { name: messages.groupOthers(), types: webhookEventTypes.filter((type) => !known.has(type)) },
]
