import type { DealEvent, ServerFrame } from '@deal-canvas/contract'

const texts = new WeakMap<DealEvent, string>()

/** Serialized once for all listeners. The entry type is sent as `event_type`, because `type` is the frame type. */
export const eventFrame = (event: DealEvent): string => {
  const known = texts.get(event)
  if (known !== undefined) return known
  const { type, ...rest } = event
  const text = JSON.stringify({ type: 'event', event_type: type, ...rest } satisfies ServerFrame)
  texts.set(event, text)
  return text
}
