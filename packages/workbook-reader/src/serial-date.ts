/** The serial number of 1970-01-01 in Excel's 1900 system. */
const unixEpoch = 25_569
const dayMs = 86_400_000

export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/**
 * The serial number of a date. Months and days can be out of range and carry over, as with DATE. Excel treats 1900 as a
 * leap year, so days before 1900-03-01 are one less.
 */
export const serialFromParts = (year: number, month: number, day: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const serial = Math.round(date.getTime() / dayMs) + unixEpoch
  if (serial === 61 && month === 2) return 60
  return serial <= 60 ? serial - 1 : serial
}

/** The date of a serial number; 60 is 1900-02-29, which never existed. */
export const partsFromSerial = (serial: number): DateParts => {
  const day = Math.floor(serial)
  if (day === 60) return { year: 1900, month: 2, day: 29 }
  if (day === 0) return { year: 1900, month: 1, day: 0 }
  const date = new Date((day + (day < 60 ? 1 : 0) - unixEpoch) * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Difference in days between the 1904 and the 1900 date system. */
export const daysTo1904 = 1_462

/** The last date that Excel supports, 9999-12-31. */
export const lastSerial = 2_958_465

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
