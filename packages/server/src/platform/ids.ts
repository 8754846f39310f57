import { v4, v7 } from 'uuid'

/** Ids sort by the time of their making, so that indexes grow at one end. */
export const newId = (): string => v7()

/** An id that tells nothing, not even when it was made. */
export const newRandomId = (): string => v4()

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Text that is no id must not reach a uuid column: the database would answer with a fault instead of nothing. */
export const isId = (text: string): boolean => form.test(text)
