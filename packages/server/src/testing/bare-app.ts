import type { Operation } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import type { AppDeps } from '../http/app.ts'
import { handle, handleAnyone, type Route } from '../http/handler.ts'
import { createLogger } from '../http/logger.ts'
import { createRequestGate } from '../http/request-gate.ts'

const nobody = new Set(['public', 'refresh_cookie', 'operator'])

/** A route that returns nothing, with the actor that its operation requires. */
export const answering = (operation: Operation): Route =>
  (nobody.has(operation.access.kind) ? handleAnyone : handle)(operation, async () => undefined as never)

/**
 * Minimal dependencies of an app without a service: every operation has a handler, nobody is authenticated, nothing is
 * stored.
 */
export const bareDeps: AppDeps = {
  routes: operations.map(answering),
  extraRoutes: [],
  log: createLogger('silent'),
  allowsOrigin: () => false,
  trustProxy: false,
  maxIdleConnections: undefined,
  watch: () => undefined,
  draining: () => false,
  site: async () => undefined,
  notFoundPage: 'Page not found',
  enter: async () => undefined,
  gate: createRequestGate({ tenantOf: async (userId) => userId, store: 'server' }),
  limits: { take: async () => undefined, count: async () => 0, giveBack: async () => undefined },
  idempotency: {
    answerOnce: async (_request, { admit, work }) => ({ ...(await work(await admit())), isRendered: false }),
  },
  streams: { add: () => ({ signal: new AbortController().signal, forget: () => undefined }) },
  secureCookie: false,
}
