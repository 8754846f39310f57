import type { AuditEventType, DealEvent } from '@deal-canvas/contract'

/** Whether an event ends the client's session. Earlier events do not count: they led to that session. */
export const invalidates = (
  { type, seq, data }: DealEvent,
  { after, epoch }: { after: number; epoch: string },
): boolean => type === ('canvas.invalidated' satisfies AuditEventType) && seq > after && data?.['epoch'] !== epoch
