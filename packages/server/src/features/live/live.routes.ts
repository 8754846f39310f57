import { dealEvents, liveChannel, maxPageSize } from '@deal-canvas/contract'
import { handleChannel, handleEvents, type Route, type SentEvent } from '../../http/handler.ts'
import { lastEventNumber } from '../../http/last-event-number.ts'
import type { Live, Told } from './live.service.ts'

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

const presentStream = async function* (told: AsyncIterable<Told>): AsyncGenerator<SentEvent<typeof dealEvents>> {
  for await (const one of told) {
    if ('event' in one) yield { event: 'event', id: String(one.event.seq), data: one.event }
    else if ('hello' in one) {
      const { session_id, epoch, seq } = one.hello
      yield { event: 'hello', data: { session_id, epoch, seq } }
    } else if ('resumed' in one) yield { event: 'resumed', data: one.resumed }
    else yield { event: 'bye', data: { reason: one.bye } }
  }
}
