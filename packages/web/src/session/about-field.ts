import { ApiError } from '@deal-canvas/client'

/** The service's error message for one field of the body. */
export const aboutField = (error: unknown, ...path: readonly string[]): string | undefined =>
  error instanceof ApiError ? error.about(...path) : undefined

/** Whether an error concerns any of the given fields, which then show it themselves. */
export const isAboutFields = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => aboutField(error, field) !== undefined)
