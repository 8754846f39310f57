import type { ServerFrame } from '@deal-canvas/contract'

/**
 * A frame as it is sent. Made once for all listeners: a text would be copied into bytes again for each of them, and the
 * list of those present is up to 200 people long.
 */
export const frameBytes = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))
