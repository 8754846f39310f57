import { ApiError } from '@deal-canvas/client'

/** What the service holds against an address, without saying twice that it is not valid. */
export const aboutEmail = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.about('email')?.replace(/^value is not a valid email address: /, '') : undefined
