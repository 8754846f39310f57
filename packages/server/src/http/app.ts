import type { Operation } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
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
  /** Routes besides the contract's own; for tests of what all routes share. */
  extraRoutes: Route[]
  log: FastifyBaseLogger
  trustProxy: boolean | string
  /** Of one network; undefined: as many as there are. */
  maxIdleConnections: number | undefined
  watch(app: FastifyInstance): void
  draining(): boolean
  /** The pages that everybody may read. */
  site(app: FastifyInstance): Promise<void>
  /** What a browser shows for an address that does not exist. */
  notFoundPage: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the answer where the request was refused: what those who read the log look for. */
    refusal: string | undefined
  }
}

const bodyLimit = 1024 * 1024
const requestIdForm = /^[\w.-]{1,64}$/
const mediaTypeForm = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** The service as one Fastify instance: what all routes share, then the routes. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy,
    bodyLimit,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // A client that sends slowly holds a socket, not a worker: it gets ten seconds for its head and ten minutes for the
    // longest upload; see body-pace.ts for all else.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // Refused below: Node would do it without a word.
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
      // What the router itself refuses passes no hook.
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
  // Validation is ours (see validation/): the framework only hands over the bytes.
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
    // The framework refuses a type that it cannot read; to us that is a body of another type, judged in its turn.
    if (!mediaTypeForm.test(request.headers['content-type'] ?? '')) delete request.headers['content-type']
    if (deps.draining() && request.url !== '/readyz' && request.url !== '/healthz') refuse('shutting_down')
  })
  // A connection that were kept alive would be waited for, and its next request refused.
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
  // Only here a form is left unread until its handler reads it; elsewhere it is a body like any other.
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    for (const route of routes.filter(({ operation }) => operation.files !== undefined))
      mountRoute(uploads, route, deps)
  })
  refuseOtherMethods(app, routes)
  acceptUpgrades(app)
  // What a client expects besides an answer is its own affair; Node would refuse it without a word.
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

/** A route that does not say who may call it stops the start, wherever it came from. */
const requireAccess = (app: FastifyInstance): void => {
  const seen: { url: string; method: string | string[]; config?: { operation?: unknown } }[] = []
  app.addHook('onRoute', (route) => {
    seen.push(route)
  })
  // Looked at when all parts are in place, because a part declares for the plugins it brings along.
  app.addHook('onReady', async () => {
    const undeclared = seen.filter(({ method, config }) => method !== 'OPTIONS' && config?.operation === undefined)
    if (undeclared.length === 0) return
    throw new Error(
      `Routes that declare no access: ${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}`,
    )
  })
}

/** An operation of the contract without a handler is a promise not kept, and one outside it is described nowhere. */
const requireAllMounted = (routes: Route[]): void => {
  const mounted = new Set(routes.map(({ operation }) => operation))
  const named = (some: readonly Operation[]): string => some.map(({ id }) => id).join(', ')
  const missing = operations.filter((operation) => !mounted.has(operation))
  if (missing.length > 0) throw new Error(`Operations that nothing answers: ${named(missing)}`)
  const unknown = [...mounted].filter((operation) => !operations.includes(operation))
  if (unknown.length > 0) throw new Error(`Operations that the contract does not list: ${named(unknown)}`)
}
