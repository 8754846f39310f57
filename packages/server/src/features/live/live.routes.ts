import { dealEvents, liveChannel, maxPageSize } from '@deal-canvas/contract'
import { handleChannel, handleEvents, type Route, type SentEvent } from '../../http/handler.ts'
import { lastEventNumber } from '../../http/last-event-number.ts'
import type { Live, StreamItem } from './live.service.ts'

export const liveRoutes = ({ live }: { live: Live }): Route[] => [
  handleChannel(liveChannel, ({ actor, params }) => live.openChannel(actor, params.deal_id)),

  handleEvents(dealEvents, ({ actor, params, query, lastEventId, wantsEvents, signal }) => {
    const { since = 0, epoch, limit = maxPageSize } = query
    return wantsEvents
      ? presentStream(
          live.stream(actor, params.deal_id, { since: lastEventNumber(lastEventId) ?? since, epoch }, signal),
        )
      : live.page(actor, params.deal_id, { since, epoch, limit }).then((page) => ({
          events: page.events,
          next_since: page.nextSince,
          has_more: page.hasMore,
          epoch: page.epoch,
          recovered: page.recovered,
        }))
  }),
]

const presentStream = async function* (items: AsyncIterable<StreamItem>): AsyncGenerator<SentEvent<typeof dealEvents>> {
  for await (const message of items) {
    if ('event' in message) yield { event: 'event', id: String(message.event.seq), data: message.event }
    else if ('hello' in message) {
      const { session_id, epoch, seq } = message.hello
      yield { event: 'hello', data: { session_id, epoch, seq } }
    } else if ('resumed' in message) yield { event: 'resumed', data: message.resumed }
    else yield { event: 'bye', data: { reason: message.bye } }
  }
}
