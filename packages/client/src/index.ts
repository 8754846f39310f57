export { ApiError, type ApiErrorCode, type ValidationFailure } from './api-error.ts'
export type { CallArguments, CallInput } from './call-input.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
