import type { DealEvent } from '@deal-canvas/contract'
import { frameBytes } from './frame-bytes.ts'

const frames = new WeakMap<DealEvent, Buffer>()

/** Serialized once for all listeners. The entry type is sent as `event_type`, because `type` is the frame type. */
export const eventFrame = (event: DealEvent): Buffer => {
  const known = frames.get(event)
  if (known !== undefined) return known
  const { type, ...rest } = event
  const bytes = frameBytes({ type: 'event', event_type: type, ...rest })
  frames.set(event, bytes)
  return bytes
}
