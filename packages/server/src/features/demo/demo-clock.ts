import { type Clock, later } from '../../platform/clock.ts'

export type DemoClock = ReturnType<typeof createDemoClock>

/**
 * The service clock, which the demo moves through the past weeks while it creates its data. Events get their past times
 * from the same code as all other events.
 */
export const createDemoClock = (real: Clock) => {
  let behindMs = 0
  return {
    now: (): Date => (behindMs === 0 ? real() : later(real(), -behindMs)),
    /** Time continues from that moment. */
    goTo: (moment: Date): void => {
      behindMs = real().getTime() - moment.getTime()
    },
    backToPresent: (): void => {
      behindMs = 0
    },
  }
}
