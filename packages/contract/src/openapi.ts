import type { Access } from './access.ts'
import { maxBlockersNamed, OpenBlocker } from './audit.ts'
import { refreshCookieName } from './auth.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import { exampleOf } from './example.ts'
import type { Files, Operation } from './operation.ts'
import type { TSchema } from './schema.ts'

type Json = Record<string, unknown>

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
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key within 24 hours is answered from the first call.',
  schema: { type: 'string', maxLength: 255 },
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

/** Files that somebody put here are answered under their own type, and in part to who asks for a part. */
const isStoredFile = ({ mediaType }: Operation): boolean => mediaType.endsWith('/*')

const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** With an example, so that a reader need not put one together. Streams and texts have none. */
const shown = (schema: TSchema, mediaType = 'application/json'): Json => ({
  [mediaType]: mediaType === 'application/json' ? { schema, example: exampleOf(schema) } : { schema },
})

/** A form with files; an Idempotency-Key means nothing to it, because a repeat could only be known by keeping it whole. */
const form = ({ field, most, maxBytes, description, fields }: Files): Json => {
  const { properties = {}, required = [] } = (fields ?? {}) as Fields
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes / (1024 * 1024)} MiB.` }
  const files = most === 1 ? { ...file, description } : { type: 'array', items: file, minItems: 1, maxItems: most }
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: `${description} Not repeatable under an Idempotency-Key.`,
        required: [field, ...required],
        properties: { ...properties, [field]: files },
      },
    },
  }
}

/** Refusals that follow from who may call an operation and how, besides those it names itself. */
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
    sentences.set(status, [...(sentences.get(status) ?? []), `\`${code}\`: ${sentence}.`])
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

const answers = (operation: Operation): Json => ({
  [String(operation.status)]: {
    description: operation.status === 204 ? 'Done.' : 'Success.',
    ...(operation.answer === undefined ? {} : { content: shown(operation.answer, operation.mediaType) }),
  },
  ...(operation.answer !== undefined && isStoredFile(operation)
    ? { '206': { description: 'The range that was asked for.', content: shown(operation.answer, operation.mediaType) } }
    : {}),
  ...(operation.etag || isStoredFile(operation) ? { '304': { description: 'The caller has it already.' } } : {}),
  ...refusals(operation),
  ...(hasInput(operation)
    ? {
        '422': {
          description: 'The request is not well formed.',
          content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
        },
      }
    : {}),
})

const describe = (operation: Operation): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: `Who may call it: ${who(operation.access)}`,
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
    : { requestBody: { required: !operation.bodyOptional, content: shown(operation.body) } }),
  ...(operation.files === undefined ? {} : { requestBody: { required: true, content: form(operation.files) } }),
  responses: answers(operation),
})

const components: Json = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookieName },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['detail', 'code'],
      properties: {
        detail: { type: 'string', description: 'A sentence for a person.' },
        code: { type: 'string', enum: Object.keys(errorCodes) },
        request_id: { type: 'string' },
        blockers_open: { type: 'integer', description: 'With `blockers_open`: how many blockers are open.' },
        blockers: {
          type: 'array',
          maxItems: maxBlockersNamed,
          description: 'With `blockers_open`: the open blockers, the oldest first.',
          items: OpenBlocker,
        },
      },
    },
    HTTPValidationError: {
      type: 'object',
      required: ['detail'],
      properties: {
        detail: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'loc', 'msg'],
            properties: {
              type: { type: 'string' },
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              msg: { type: 'string' },
              input: {},
              ctx: { type: 'object' },
            },
          },
        },
      },
    },
  },
}

/** The OpenAPI 3.1 document of the given operations. */
export const describeApi = (operations: readonly Operation[]): Json => {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) }
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
    components,
  }
}
