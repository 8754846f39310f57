import type { DealEvent, ServerFrame } from '@deal-canvas/contract'

const texts = new WeakMap<DealEvent, string>()

/** Spelt once for all who hear it. The type of the entry is `event_type`, because that of the frame is `event`. */
export const eventFrame = (event: DealEvent): string => {
  const known = texts.get(event)
  if (known !== undefined) return known
  const { type, ...rest } = event
  const text = JSON.stringify({ type: 'event', event_type: type, ...rest } satisfies ServerFrame)
  texts.set(event, text)
  return text
}
