import { ApiError } from '@deal-canvas/client'

/** The service's objection to an email address, without the generic prefix that it is not valid. */
export const aboutEmail = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.about('email')?.replace(/^value is not a valid email address: /, '') : undefined
