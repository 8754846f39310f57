import type { AnswerOf, DealEvent, dealEvents } from '@deal-canvas/contract'

interface CatchUpDeps {
  read(since: number): Promise<AnswerOf<typeof dealEvents>>
  tell(event: DealEvent): void
  /** Whether anybody still waits for it. */
  isWanted(): boolean
}

/**
 * Tells every entry of the journal after `since` up to the one given. False: there is a gap that cannot be closed.
 * On a long line the service has begun from now on before it hears where we left off.
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
