import type { QueryClient } from '@tanstack/react-query'

/**
 * What failed before it had anything to show throws the failure of then at every page that asks for it, however often
 * the page is tried again. What failed later keeps what it shows.
 */
export const forgetFailures = (queries: QueryClient): void =>
  void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined })
