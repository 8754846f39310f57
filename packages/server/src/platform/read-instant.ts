const form = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

/** A moment in ISO 8601 with its zone; undefined for any other text, and for days that no calendar has. */
export const readInstant = (given: string): Date | undefined => {
  const [, year, month, day] = form.exec(given) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const midnight = new Date(`${date}T00:00:00Z`)
  // The 30th of February would be read as a day in March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined
  return new Date(given.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}
