import { ApiError } from '@deal-canvas/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

const mayPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** What the service has told us, kept until it changes. */
export const createQueryClient = (session: Session): QueryClient => {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'password_change_required') session.mustChangePassword(true)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Whether we are connected is known from the calls themselves; the browser's guess would hold them back for ever.
      queries: { networkMode: 'always', staleTime: 30_000, retry: (count, error) => count < 2 && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })
}
