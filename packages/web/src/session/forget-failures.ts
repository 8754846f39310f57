import type { QueryClient } from '@tanstack/react-query'

/**
 * Resets queries that failed before they had any data: they would throw the old error at every page that uses them,
 * however often the page is retried. Queries that failed later keep their data.
 */
export const forgetFailures = (queries: QueryClient): void =>
  void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined })
