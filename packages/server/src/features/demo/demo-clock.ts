import { type Clock, later } from '../../platform/clock.ts'

export type DemoClock = ReturnType<typeof createDemoClock>

/**
 * The clock of the service, which the demo lets run through the weeks before today while it is planted: what its people
 * did gets the time of then by the same code that gives every event its time.
 */
export const createDemoClock = (real: Clock) => {
  let behindMs = 0
  return {
    now: (): Date => (behindMs === 0 ? real() : later(real(), -behindMs)),
    /** The time goes on from there. */
    goTo: (moment: Date): void => {
      behindMs = real().getTime() - moment.getTime()
    },
    backToPresent: (): void => {
      behindMs = 0
    },
  }
}
