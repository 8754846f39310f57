import type { Operation } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { DomainError, refuse } from '../domain-error.ts'
import { newRandomId } from '../platform/ids.ts'
import { closePromptly } from './close-promptly.ts'
import { compressAnswers } from './compress-answers.ts'
import { documentation } from './documentation.ts'
import { errorAnswer } from './error-answer.ts'
import type { Route } from './handler.ts'
import { boundIdleConnections } from './idle-connections.ts'
import { loggedPath } from './logger.ts'
import { type MountDeps, mountRoute } from './mount.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { refuseConnection } from './refuse-connection.ts'
import { cutUnreadAnswers } from './unread-answers.ts'
import { acceptUpgrades } from './upgrades.ts'
import { webApp } from './web-app.ts'
import { type Outcome, whenOver } from './when-over.ts'

export interface AppDeps extends MountDeps {
  routes: Route[]
  /** Routes in addition to the contract's; for tests of behavior that all routes share. */
  extraRoutes: Route[]
  log: FastifyBaseLogger
  trustProxy: boolean | string
  /** Per network; undefined means unlimited. */
  maxIdleConnections: number | undefined
  watch(app: FastifyInstance): void
  draining(): boolean
  /** Registers the public pages. */
  site(app: FastifyInstance): Promise<void>
  /** HTML page that a browser gets for an unknown address. */
  notFoundPage: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of a rejected request, for the log. */
    refusal: string | undefined
  }
}

const bodyLimit = 1024 * 1024
const requestIdForm = /^[\w.-]{1,64}$/
const mediaTypeForm = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Creates the Fastify instance: first what all routes share, then the routes. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy,
    bodyLimit,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // A slow client holds a socket, not a worker: it gets ten seconds for its headers and ten minutes for the
    // longest upload. body-pace.ts limits everything else.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // Rejected in the hook below instead: Node would reject it without a JSON error.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdForm.test(given) ? given : newRandomId()
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      // Requests that the router itself rejects do not run any hooks.
      reply.header('x-request-id', request.id)
      sendError(error, request, reply)
      logRequest(request, { status: reply.statusCode, ms: 0 })
    },
  })

  requireAccess(app)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('party', undefined)
  app.decorateRequest('lifetime')
  app.decorateRequest('refusal', undefined)
  // fastapi-validation validates requests; the framework only passes on the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  whenOver(app, logRequest)
  deps.watch(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close')
      refuse('bad_request')
    }
    if (/^\/(api|auth)\b/.test(request.url)) reply.header('cache-control', 'no-store')
    // Fastify rejects a malformed content type; here it counts as a body of another type and is validated like one.
    if (!mediaTypeForm.test(request.headers['content-type'] ?? '')) delete request.headers['content-type']
    if (deps.draining() && request.url !== '/readyz' && request.url !== '/healthz') refuse('shutting_down')
  })
  // While draining, closing would wait for a keep-alive connection, and its next request would be rejected anyway.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.draining()) reply.header('connection', 'close')
  })
  compressAnswers(app)
  closePromptly(app)
  cutUnreadAnswers(app.server)
  if (deps.maxIdleConnections !== undefined) boundIdleConnections(app.server, deps.maxIdleConnections)

  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    if (!isPageVisit(request)) return sendError(new DomainError('not_found'), request, reply)
    request.refusal = 'not_found'
    return reply.code(404).type('text/html; charset=utf-8').send(deps.notFoundPage)
  })

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: deps.secureCookie ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && deps.allowsOrigin(origin)),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after', 'etag', 'content-disposition'],
    maxAge: 600,
  })
  await app.register(cookie)

  const routes = [...deps.routes, ...deps.extraRoutes]
  for (const route of routes.filter(({ operation }) => operation.files === undefined)) mountRoute(app, route, deps)
  // Only upload routes leave a form unread until the handler reads it; elsewhere it is a body like any other.
  await app.register(async (uploads) => {
    uploads.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
    for (const route of routes.filter(({ operation }) => operation.files !== undefined))
      mountRoute(uploads, route, deps)
  })
  refuseOtherMethods(app, routes)
  acceptUpgrades(app)
  // Ignores unknown Expect headers; Node would reject them without a JSON error.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  requireAllMounted(deps.routes)
  await app.register(documentation)
  await app.register(webApp)
  await app.register(deps.site)
  return app
}

/** Whether a person opened an address in a browser; programs, scripts and style sheets get the error as JSON. */
const isPageVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|auth|app\/assets)(?![^/?])/i.test(url) &&
  /\btext\/html\b/.test(headers.accept ?? '')

const logRequest = (request: FastifyRequest, { status, ms }: Outcome): void => {
  const { method, url, ip, actor, refusal, routeOptions, params } = request
  request.log.info(
    {
      method,
      path: loggedPath(url, routeOptions.url, params),
      status,
      ms: Math.round(ms),
      ip,
      userId: actor?.userId,
      refusal,
    },
    'request',
  )
}

const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, headers, body, fault } = errorAnswer(error, request.id)
  request.refusal = typeof body['code'] === 'string' ? body['code'] : 'invalid'
  if (fault) request.log.error({ err: error }, 'A request failed')
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Fails the start if a route, from whatever plugin, does not declare who can call it. */
const requireAccess = (app: FastifyInstance): void => {
  const seen: { url: string; method: string | string[]; config?: { operation?: unknown } }[] = []
  app.addHook('onRoute', (route) => {
    seen.push(route)
  })
  // Checked on ready, when all plugins are registered, because a plugin can declare access for those it registers.
  app.addHook('onReady', async () => {
    const undeclared = seen.filter(({ method, config }) => method !== 'OPTIONS' && config?.operation === undefined)
    if (undeclared.length === 0) return
    throw new Error(
      `Routes that declare no access: ${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}`,
    )
  })
}

/** Fails the start if an operation of the contract has no handler or a handler is not in the contract. */
const requireAllMounted = (routes: Route[]): void => {
  const mounted = new Set(routes.map(({ operation }) => operation))
  const named = (some: readonly Operation[]): string => some.map(({ id }) => id).join(', ')
  const missing = operations.filter((operation) => !mounted.has(operation))
  if (missing.length > 0) throw new Error(`Operations that nothing answers: ${named(missing)}`)
  const unknown = [...mounted].filter((operation) => !operations.includes(operation))
  if (unknown.length > 0) throw new Error(`Operations that the contract does not list: ${named(unknown)}`)
}
