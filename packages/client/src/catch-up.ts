import type { AnswerOf, DealEvent, dealEvents } from '@deal-canvas/contract'

interface CatchUpDeps {
  read(since: number): Promise<AnswerOf<typeof dealEvents>>
  tell(event: DealEvent): void
  /** False once the caller no longer needs the events. */
  isWanted(): boolean
}

/**
 * Delivers every audit trail event after `since`, at least up to `upTo`. Returns false if the gap cannot be closed. On
 * a slow connection the service may start with current events before it receives our position.
 */
export const catchUp = async (
  { since, upTo }: { since: number; upTo: number },
  { read, tell, isWanted }: CatchUpDeps,
): Promise<boolean> => {
  let at = since
  while (at < upTo) {
    const { events, next_since, has_more, recovered } = await read(at)
    if (!isWanted()) return true
    if (!recovered || (!has_more && next_since < upTo)) return false
    for (const event of events) tell(event)
    at = next_since
  }
  return true
}
