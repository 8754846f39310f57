export const digestFrequencies = ['off', 'at_once', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** Whole hours of the day in which nothing is sent: from the first up to the second, which can be on the next day. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** When a person wants digests, in the local time of a time zone. */
export interface DigestSchedule {
  readonly frequency: DigestFrequency
  /** For weekly ones: 1 (Monday) to 7 (Sunday). */
  readonly weekday: number
  readonly hour: number
  readonly quietHours: QuietHours | null
  readonly timeZone: string
}

export interface PlannedDigest {
  readonly at: Date
  /** The local day that it belongs to, such as `2026-11-19`: each day has at most one. */
  readonly day: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Names are accepted in any case, so their number has no bound; the formatters of a few hundred take some megabytes. */
const maxFormatters = 300
let formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  if (formatters.size >= maxFormatters) formatters = new Map()
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // The build of the page leaves out calls of the contract whose result is not used.
  return formatters.set(timeZone, formatter).get(timeZone) ?? formatter
}

/** Whether the runtime knows a time zone by this name; offsets such as `+01:00` have no daylight saving and no name. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return formatterOf(name) !== undefined
  } catch {
    // A RangeError: the name is unknown.
    return false
  }
}

/** What clocks in the time zone show, as if it were UTC. */
const wallTime = (at: number, timeZone: string): number => {
  const shown = new Map(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const offsetAt = (at: number, timeZone: string): number => wallTime(at, timeZone) - Math.floor(at / 1_000) * 1_000

/**
 * When clocks first show this time. Of an hour that comes twice, the first; an hour that is skipped is replaced by the
 * time that clocks show instead.
 */
const instantOf = (wall: number, timeZone: string): number => {
  const before = offsetAt(wall - dayMs, timeZone)
  const after = offsetAt(wall + dayMs, timeZone)
  const shown = [wall - before, wall - after].filter((at) => wallTime(at, timeZone) === wall)
  return shown.length === 0 ? wall - before : Math.min(...shown)
}

const startOfDay = (wall: number): number => Math.floor(wall / dayMs) * dayMs
const dayName = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
const weekdayOf = (wall: number): number => new Date(wall).getUTCDay() || 7

const isQuiet = (hour: number, { from, to }: QuietHours): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to

/** The time itself, or the end of the quiet hours that it is in. */
export const afterQuietHours = (
  at: Date,
  { quietHours, timeZone }: Pick<DigestSchedule, 'quietHours' | 'timeZone'>,
): Date => {
  const wall = wallTime(at.getTime(), timeZone)
  if (quietHours === null || !isQuiet(new Date(wall).getUTCHours(), quietHours)) return at
  const today = startOfDay(wall)
  for (const day of [today, today + dayMs, today + 2 * dayMs]) {
    const end = instantOf(day + quietHours.to * hourMs, timeZone)
    if (end > at.getTime()) return new Date(end)
  }
  return at
}

/** The next daily or weekly digest after a time; undefined: the schedule has none. */
export const nextDigest = (schedule: DigestSchedule, after: Date): PlannedDigest | undefined => {
  const { frequency, weekday, hour, timeZone } = schedule
  if (frequency !== 'daily' && frequency !== 'weekly') return undefined
  const today = startOfDay(wallTime(after.getTime(), timeZone))
  // From two days before: quiet hours can end on the day after the one to which a digest belongs.
  for (let day = today - 2 * dayMs; day <= today + 9 * dayMs; day += dayMs) {
    if (frequency === 'weekly' && weekdayOf(day) !== weekday) continue
    const at = afterQuietHours(new Date(instantOf(day + hour * hourMs, timeZone)), schedule)
    if (at > after) return { at, day: dayName(day) }
  }
  return undefined
}
