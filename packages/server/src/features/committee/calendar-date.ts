import { InvalidInput } from '../../invalid-input.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'

export const isCalendarDate = (given: string): boolean => {
  const read = new Date(`${given}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === given
}

/** The schema checks only the form: February 30 would be stored as it is. */
export const assertCalendarDate = (given: string, field: string): void => {
  if (!isCalendarDate(given)) throw new InvalidInput({ at: ['body', field], reason: messages.notADay(), input: given })
}
