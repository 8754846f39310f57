import type { DealEvent } from '@deal-canvas/contract'

/** Whether an event tells that the session which somebody came to is over; those of the past brought that session about. */
export const invalidates = (
  { type, seq, data }: DealEvent,
  { after, epoch }: { after: number; epoch: string },
): boolean => type === 'canvas.invalidated' && seq > after && data?.['epoch'] !== epoch
