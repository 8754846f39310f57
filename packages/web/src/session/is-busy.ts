import { ApiError } from '@deal-canvas/client'

/** Whether a computation could not start because the service is busy: it can be tried again by itself. */
const isBusy = (error: Error): boolean =>
  error instanceof ApiError && ['rate_limited', 'workers_busy', 'network'].includes(error.code)

/** Retries a few times while the service is busy. */
export const retryWhileBusy = (count: number, error: Error): boolean => isBusy(error) && count < 4
