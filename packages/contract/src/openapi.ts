import type { Access } from './access.ts'
import { OpenBlocker } from './audit.ts'
import { refreshCookieName } from './auth.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import { exampleOf } from './example.ts'
import { createNamedSchemas, type Json, type NamedSchemas } from './named-schemas.ts'
import type { Files, Operation } from './operation.ts'
import type { TSchema } from './schema.ts'
import { maxBlockersNamed, maxIdempotencyKeyLength } from './sizes.ts'
import { endingEvents } from './stream-events.ts'

interface Fields {
  properties?: Record<string, TSchema>
  required?: readonly string[]
}

const who = (access: Access): string => {
  switch (access.kind) {
    case 'public':
      return 'Anyone.'
    case 'refresh_cookie':
      return 'Whoever holds the refresh cookie.'
    case 'signed_in':
      return 'Any signed-in user.'
    case 'superadmin':
      return 'Superadmins.'
    case 'admin':
      return 'Admins and owners of organizations, for the users of these; superadmins for anyone.'
    case 'org_role':
      return `Members of the organization with at least the role ${access.role}, and superadmins.`
    case 'deal_role':
      return `Members of the deal with at least the role ${access.role}.`
    case 'operator':
      return 'Whoever runs the service: from this machine, or with the metrics token.'
  }
}

const security = (access: Access): Json[] => {
  if (access.kind === 'public') return []
  if (access.kind === 'refresh_cookie') return [{ refreshCookie: [] }]
  if (access.kind === 'operator') return [{}, { bearer: [] }]
  return [{ bearer: [] }]
}

const parameters = (place: 'path' | 'query', schema: TSchema | undefined): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as Fields
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as Json
    return { name, in: place, required: place === 'path' || required.includes(name), description, schema: rest }
  })
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key within 24 hours is answered from the first call.',
  schema: { type: 'string', maxLength: maxIdempotencyKeyLength },
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version that the caller has seen, in quotes; a stale one is refused.',
  schema: { type: 'string', examples: ['"3"'] },
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the answer that the caller has.',
  schema: { type: 'string' },
}

const range: Json = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'The bytes that are wanted; one range.',
  schema: { type: 'string', examples: ['bytes=0-1023'] },
}

/** Stored files are served under their own media type and support range requests. */
const isStoredFile = ({ mediaType }: Operation): boolean => mediaType.endsWith('/*')

const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** With an example, so that a reader need not construct one. Streams and plain text have none. */
const shown = (schema: TSchema, named: NamedSchemas, mediaType = 'application/json'): Json => ({
  [mediaType]: {
    schema: named.refer(schema),
    ...(mediaType === 'application/json' ? { example: exampleOf(schema) } : {}),
  },
})

const capitalized = (words: string): string =>
  words.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const sentEvent = (id: string, name: string, data: TSchema): Json => ({
  type: 'object',
  title: `${capitalized(id)}${capitalized(name)}Event`,
  required: ['event', 'data'],
  properties: {
    event: { type: 'string', enum: [name], description: 'The name of the event.' },
    id: { type: 'string', description: 'Send it as Last-Event-ID to resume after this event; absent: it has none.' },
    data: { description: 'What the event carries, as JSON.', ...data },
  },
})

/** One schema that covers every event of a stream. */
const eventStream = ({ id, events }: Operation, named: NamedSchemas): Json =>
  events === undefined
    ? {}
    : {
        'text/event-stream': {
          schema: named.refer({
            title: `${capitalized(id)}Stream`,
            oneOf: [
              ...Object.entries(events).map(([name, data]) => sentEvent(id, name, data)),
              ...Object.entries(endingEvents).map(([name, data]) => sentEvent('stream', name, data)),
            ],
          }),
        },
      }

const framesOf = ({ id, frames }: Operation, named: NamedSchemas): Json =>
  frames === undefined
    ? {}
    : {
        'x-frames': {
          client: named.refer({ title: `${capitalized(id)}ClientFrame`, oneOf: Object.values(frames.client) }),
          server: named.refer({ title: `${capitalized(id)}ServerFrame`, oneOf: Object.values(frames.server) }),
        },
      }

/**
 * A multipart form with files. It ignores Idempotency-Key, because detecting a repeat would require storing the whole
 * upload.
 */
const form = (id: string, { field, maxFiles, maxBytes, description, fields }: Files, named: NamedSchemas): Json => {
  const { properties = {}, required = [] } = (fields ?? {}) as Fields
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes / (1024 * 1024)} MiB.` }
  const files =
    maxFiles === 1
      ? { ...file, description }
      : { type: 'array', items: file, minItems: 1, maxItems: maxFiles, description }
  return {
    'multipart/form-data': {
      schema: named.refer({
        type: 'object',
        title: `${capitalized(id)}Form`,
        description: `${description} Not repeatable under an Idempotency-Key.`,
        required: [field, ...required],
        properties: { ...properties, [field]: files },
      }),
    },
  }
}

/** Errors that follow from who can call an operation and how, in addition to those it declares. */
const impliedCodes = (operation: Operation): ErrorCode[] => {
  const { access, method, path, limit, idempotent, ifMatch, files } = operation
  if (access.kind === 'operator') return ['not_authenticated']
  if (access.kind === 'public' || access.kind === 'refresh_cookie') return []
  return [
    'not_authenticated',
    'token_invalid',
    'token_expired',
    'session_ended',
    'token_scope',
    ...(path.startsWith('/api/auth/') ? [] : ['password_change_required' as const]),
    ...(access.kind === 'superadmin' ? ['superadmin_required' as const] : []),
    ...(access.kind === 'admin' ? ['admin_required' as const] : []),
    ...(access.kind === 'org_role' ? ['org_not_found' as const] : []),
    ...(access.kind === 'org_role' && access.role !== 'member' ? ['org_role_too_low' as const] : []),
    ...(access.kind === 'deal_role' ? ['deal_not_found' as const, 'role_too_low' as const] : []),
    ...(method !== 'GET' || limit !== undefined ? ['rate_limited' as const] : []),
    ...(isStoredFile(operation) ? ['range_not_satisfiable' as const] : []),
    ...(ifMatch === false ? [] : ['stale_version' as const]),
    ...(ifMatch === 'required' ? ['if_match_required' as const] : []),
    ...(files === undefined ? [] : ['file_too_large' as const, 'request_timeout' as const]),
    ...(idempotent
      ? ['idempotency_key_reused' as const, 'idempotency_in_progress' as const, 'idempotency_answer_too_large' as const]
      : []),
  ]
}

const refusals = (operation: Operation): Json => {
  const codes = new Set([...impliedCodes(operation), ...operation.errors])
  const sentences = new Map<number, string[]>()
  for (const code of codes) {
    const [status, sentence] = errorCodes[code]
    sentences.set(status, [...(sentences.get(status) ?? []), `\`${code}\`: ${sentence.replace(/\.$/, '')}.`])
  }
  return Object.fromEntries(
    [...sentences].map(([status, said]) => [
      String(status),
      { description: said.join(' '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const hasInput = ({ params, query, body, files }: Operation): boolean =>
  params !== undefined || query !== undefined || body !== undefined || files !== undefined

const successOf = ({ status, events }: Operation): string => {
  if (status === 204) return 'Done.'
  if (events === undefined) return 'Success.'
  return 'Success. In a stream each event is written as server-sent events are: `event` in its event line, `id` in its id line, `data` as JSON in its data line. A comment line every 10 seconds keeps the stream open; `error` or `bye` ends it early.'
}

const answers = (operation: Operation, named: NamedSchemas): Json => {
  const { answer, mediaType, status, etag } = operation
  const isFile = isStoredFile(operation)
  const content = {
    ...(answer === undefined ? {} : shown(answer, named, mediaType)),
    ...eventStream(operation, named),
  }
  return {
    [String(status)]: {
      description: successOf(operation),
      ...(answer === undefined ? {} : { content }),
    },
    ...(answer !== undefined && isFile ? { '206': { description: 'The range that was asked for.', content } } : {}),
    ...(etag || isFile ? { '304': { description: 'The caller has it already.' } } : {}),
    ...refusals(operation),
    ...(hasInput(operation)
      ? {
          '422': {
            description: 'The request is not well formed.',
            content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
          },
        }
      : {}),
  }
}

const describe = (operation: Operation, named: NamedSchemas): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: `${operation.description} Who may call it: ${who(operation.access)}`,
  security: security(operation.access),
  parameters: [
    ...parameters('path', operation.params),
    ...parameters('query', operation.query),
    ...(operation.idempotent ? [idempotencyKey] : []),
    ...(operation.ifMatch === false
      ? []
      : [{ ...ifMatch, ...(operation.ifMatch === 'required' ? { required: true } : {}) }]),
    ...(operation.etag || isStoredFile(operation) ? [ifNoneMatch] : []),
    ...(isStoredFile(operation) ? [range] : []),
  ],
  ...(operation.body === undefined
    ? {}
    : { requestBody: { required: !operation.bodyOptional, content: shown(operation.body, named) } }),
  ...(operation.files === undefined
    ? {}
    : { requestBody: { required: true, content: form(operation.id, operation.files, named) } }),
  responses: answers(operation, named),
  ...framesOf(operation, named),
})

const securitySchemes: Json = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookieName },
}

/** The two error formats that every operation refers to. */
const refusalSchemas: readonly Json[] = [
  {
    type: 'object',
    title: 'Error',
    required: ['detail', 'code'],
    properties: {
      detail: { type: 'string', description: 'A sentence for a person.' },
      code: { type: 'string', enum: Object.keys(errorCodes), description: 'The reason, for programs.' },
      request_id: { type: 'string', description: 'With `internal`: names the request in the log of the service.' },
      blockers_open: { type: 'integer', description: 'With `blockers_open`: how many blockers are open.' },
      blockers: {
        type: 'array',
        maxItems: maxBlockersNamed,
        description: 'With `blockers_open`: the open blockers, the oldest first.',
        items: OpenBlocker,
      },
    },
  },
  {
    type: 'object',
    title: 'HTTPValidationError',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        description: 'Every failure, at most 100.',
        items: {
          type: 'object',
          title: 'ValidationError',
          required: ['type', 'loc', 'msg'],
          properties: {
            type: { type: 'string', description: 'The kind of failure, for programs.' },
            loc: {
              type: 'array',
              items: { type: ['string', 'integer'] },
              description: 'Where it is: path, query, header or body, then the names of fields and positions in lists.',
            },
            msg: { type: 'string', description: 'A sentence for a person.' },
            input: { description: 'What was sent; secrets are left out.' },
            ctx: { type: 'object', description: 'The bounds that were passed, and the like.' },
          },
        },
      },
    },
  },
]

/** The OpenAPI 3.1 document of the given operations. */
export const describeApi = (operations: readonly Operation[]): Json => {
  const named = createNamedSchemas()
  for (const schema of refusalSchemas) named.refer(schema)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deal Canvas',
      version: '0.1.0',
      description: 'Where investment teams review deals together.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes, schemas: named.all() },
  }
}
