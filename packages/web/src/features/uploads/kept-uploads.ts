import type { QueryClient } from '@tanstack/react-query'
import { createUploads, type Uploads } from './uploads.ts'

/**
 * Uploads continue when the user leaves the page; they are kept in the query cache and discarded with it at sign-out.
 */
export const keptUploads = (
  queries: QueryClient,
  place: readonly string[],
  deps: Parameters<typeof createUploads>[0],
): Uploads => {
  const key = ['uploads', ...place]
  const kept = queries.getQueryData<Uploads>(key)
  if (kept !== undefined) return kept
  const uploads = createUploads(deps)
  queries.setQueryDefaults(['uploads'], { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(key, uploads)
  return uploads
}
