import { ApiError } from '@deal-canvas/client'

/** The sentence of a refusal about one field of the body. */
export const aboutField = (error: unknown, ...path: readonly string[]): string | undefined =>
  error instanceof ApiError ? error.about(...path) : undefined

/** Whether a refusal speaks of any of the fields, which then say it themselves. */
export const isAboutFields = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => aboutField(error, field) !== undefined)
