import { ApiError } from './api-error.ts'

/** Runs a call, and once more after the user confirmed who they are, if the service asked for it. */
export const createStepUp = (ask: (() => Promise<boolean>) | undefined) => {
  let asking: Promise<boolean> | undefined

  const askOnce = (): Promise<boolean> => {
    asking ??= (ask ?? (async () => false))().finally(() => {
      asking = undefined
    })
    return asking
  }

  return async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'step_up_required' && (await askOnce()))) throw error
      return call()
    }
  }
}
