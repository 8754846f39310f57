import { days, hours, later, minutes } from '../../platform/clock.ts'

/** A period, given in days before today. */
export interface DaySpan {
  from: number
  to: number
}

/** Returns the given hour (UTC) of a day before today. */
export const dayBefore = (today: Date, daysAgo: number, hour: number): Date => {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  return later(new Date(midnight), hours(hour) - days(daysAgo))
}

const firstHour = 9
const betweenActs = minutes(37)

/** Returns the time of each event in order: a few on every second day, within office hours. */
export const momentsOf = (acts: number, { from, to }: DaySpan, today: Date): Date[] => {
  const perDay = new Map<number, number>()
  return Array.from({ length: acts }, (_, act) => {
    const day = from - 2 * Math.floor((((act + 1) / acts) * (from - to)) / 2)
    const earlier = perDay.get(day) ?? 0
    perDay.set(day, earlier + 1)
    return later(dayBefore(today, day, firstHour), earlier * betweenActs)
  })
}
