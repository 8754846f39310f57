import { v4, v7 } from 'uuid'

/** Ids sort by creation time, so that indexes grow at one end. */
export const newId = (): string => v7()

/** An id that reveals nothing, not even its creation time. */
export const newRandomId = (): string => v4()

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Check before querying a uuid column: the database would fail on text that is not an id instead of finding nothing.
 */
export const isId = (text: string): boolean => form.test(text)
