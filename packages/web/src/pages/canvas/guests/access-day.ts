export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * 60 * 60 * 1000)

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** The calendar day of a time where the person is: "2026-11-19". */
export const dayOf = (time: Date): string =>
  [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')

/** The end of a calendar day where the person is; undefined: it is not a day. */
export const endOfDay = (day: string): string | undefined => {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}
