import { ApiError } from '@deal-canvas/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

const canPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Caches the responses of the service until they change. */
export const createQueryClient = (session: Session): QueryClient => {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'password_change_required') session.mustChangePassword(true)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The calls themselves show whether the service is reachable; the browser's guess could hold them back forever.
      queries: { networkMode: 'always', staleTime: 30_000, retry: (count, error) => count < 2 && canPass(error) },
      mutations: { networkMode: 'always' },
    },
  })
}
