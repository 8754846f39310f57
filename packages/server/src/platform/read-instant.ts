const form = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

/** Parses an ISO 8601 date and time with its zone. Undefined for any other text and for dates that do not exist. */
export const readInstant = (given: string): Date | undefined => {
  const [, year, month, day] = form.exec(given) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const midnight = new Date(`${date}T00:00:00Z`)
  // Date would read February 30 as a day in March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined
  return new Date(given.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}
