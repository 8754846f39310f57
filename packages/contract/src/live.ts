import { dealRole } from './access.ts'
import { auditEventType, entryKinds } from './audit-events.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import {
  anyJson,
  boolean,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxIdLength, maxPageSize } from './sizes.ts'

const tag = 'Live'
const params = model({ deal_id: dealId })

export const DealEvent = model(
  {
    seq: integer({ description: 'The number of the event in the audit trail; the first is 1.', examples: [1] }),
    ts: instant({ description: 'When it happened.' }),
    kind: oneOf(entryKinds, { description: 'What kind of event it is.' }),
    type: auditEventType,
    actor_id: nullable(uuid({ description: 'Who did it; null: the service.' })),
    data: nullable(
      map(anyJson(), {
        description:
          'The facts of the entry, with `comment` or `section` as it is now (null: it was deleted). Where that exceeds 64 KiB, `ref` is the path to GET it from instead, and `version` its version. Null where it was erased.',
      }),
    ),
  },
  { title: 'DealEvent' },
)
export type DealEvent = Static<typeof DealEvent>

export const dealEvents = operation({
  id: 'dealEvents',
  method: 'GET',
  path: '/api/canvas/{deal_id}/events',
  tag,
  summary: 'List or follow the events of a deal',
  description:
    'Lists the events after `since`. With `Accept: text/event-stream` the answer is a stream that goes on with new events: `hello`, `resumed`, then one `event` each, whose id is its `seq`; Last-Event-ID resumes. At most 300 calls a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    since: optional(
      integer({
        description: 'Only events after this number.',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
      }),
    ),
    epoch: optional(text({ max: maxIdLength, description: 'The epoch in which `since` was read.' })),
    limit: optional(
      integer({
        description: 'How many events to answer at most.',
        minimum: 1,
        maximum: maxPageSize,
        default: maxPageSize,
      }),
    ),
  }),
  answer: model(
    {
      events: list(DealEvent, { description: 'The events, the oldest first.' }),
      next_since: integer({ description: 'Send it as `since` for the next events.', examples: [1] }),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
      epoch: uuid({ description: 'The epoch of the events.' }),
      recovered: boolean({
        description: 'False if the epoch differs or `since` was never reached. Reload the canvas.',
      }),
    },
    { title: 'DealEventsResponse' },
  ),
  events: {
    hello: model(
      {
        session_id: uuid({ description: 'The canvas session that the stream follows.' }),
        epoch: uuid({ description: 'The epoch of the events; send it with `since` to resume.' }),
        seq: integer({ examples: [1], description: 'The number of the newest event when the stream opened.' }),
      },
      { title: 'StreamHello' },
    ),
    resumed: model(
      {
        recovered: boolean({ description: 'False where events may be missing: read the canvas again.' }),
        from: integer({ examples: [1], description: 'Every event after this number follows.' }),
      },
      { title: 'StreamResumed' },
    ),
    event: DealEvent,
  },
  limit: 'events',
})
