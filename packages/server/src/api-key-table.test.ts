import { randomUUID } from 'node:crypto'
import {
  type ApiKeyScope,
  apiKeyScopes,
  atLeast,
  type DealRole,
  dealRoles,
  exampleOf,
  type Operation,
} from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueKey, type KeyHolder } from './testing/api-keys.ts'
import { marker, type Planted, plantMarked } from './testing/deal-visitors.ts'
import { signInAll } from './testing/noticing.ts'
import { forgetLimits, plantOrg } from './testing/planting.ts'
import { onService } from './testing/service.ts'

/** Operations that no key can call although they are about deals: they are acts of people. */
const ofPeople = new Set([
  'POST /api/canvas/{deal_id}/finalize',
  'POST /api/canvas/{deal_id}/reopen',
  'POST /api/canvas/{deal_id}/votes',
  'POST /api/canvas/{deal_id}/sign-offs',
  'PATCH /api/canvas/{deal_id}/sign-offs/{sign_off_id}',
  'DELETE /api/canvas/{deal_id}/sign-offs/{sign_off_id}',
  'POST /api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign',
  'DELETE /api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign',
])

/** The role that the scope of a key stands for, for operations that need no role on one deal. */
const unscoped: Record<string, DealRole> = {
  'POST /api/deals': 'editor',
  'POST /api/deals/import': 'editor',
  'DELETE /api/deals/{deal_id}': 'owner',
  'POST /api/intake': 'editor',
  'POST /api/intake/{conversation_id}/complete': 'editor',
  'POST /api/intake/{conversation_id}/deal-name': 'editor',
  'POST /api/intake/{conversation_id}/files': 'editor',
  'DELETE /api/intake/{conversation_id}/files/{file_id}': 'editor',
  'POST /api/intake/{conversation_id}/files/{file_id}/password': 'editor',
  'PUT /api/intake/{conversation_id}/reading': 'editor',
  'POST /api/portfolio': 'viewer',
  'POST /api/portfolio/export': 'viewer',
}

const roles: Record<ApiKeyScope, DealRole | undefined> = {
  read: 'viewer',
  comment: 'commenter',
  write: 'editor',
  admin: 'owner',
  provisioning: undefined,
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const forUsers = operations.filter(
  ({ access }) => access.kind !== 'public' && access.kind !== 'refresh_cookie' && access.kind !== 'operator',
)
/** Reads first, and what deletes the deal last, so that no call hides another. */
const weightOf = ({ method, path }: Operation): number =>
  /^\/api\/(canvas|deals)\/\{deal_id\}$/.test(path) && method === 'DELETE' ? 2 : Number(method !== 'GET')
const walk = [...forUsers].sort((a, b) => weightOf(a) - weightOf(b))

/** The lowest role for an operation from its declared access; undefined: keys cannot call it. */
const roleFor = (operation: Operation): DealRole | undefined => {
  const { access, method, path } = operation
  if (ofPeople.has(nameOf(operation)) || /^\/api\/(auth|superadmin|admin)\//.test(path)) return undefined
  if (/api-keys|webhooks|sso|scim/.test(path)) return undefined
  if (access.kind === 'deal_role') return access.role
  if (access.kind === 'org_role') return access.role === 'member' && method === 'GET' ? 'viewer' : undefined
  if (access.kind !== 'signed_in') return undefined
  return unscoped[nameOf(operation)] ?? (method === 'GET' ? 'viewer' : undefined)
}

const atTheDoor = new Set([
  'not_authenticated',
  'api_key_invalid',
  'key_scope',
  'token_scope',
  'org_not_found',
  'org_role_too_low',
  'role_too_low',
  'superadmin_required',
  'admin_required',
  'rate_limited',
])

onService('access of API keys', (app) => {
  const people = signInAll(app, 'owner')
  let org: string
  let place: Planted
  beforeAll(async () => {
    await app.sql('DELETE FROM org_members WHERE user_id = $1', [people().owner.userId])
    org = await plantOrg(app, { [people().owner.userId]: 'owner' })
  })

  const pathTo = ({ path, params, query }: Operation): string => {
    const examples = params === undefined ? {} : (exampleOf(params) as Record<string, string>)
    const given: Record<string, string> = {
      ...examples,
      deal_id: place.deal,
      comment_id: place.commentId,
      reply_id: randomUUID(),
      org_id: org,
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
    const { required = [] } = (query ?? {}) as { required?: string[] }
    const asked = query === undefined ? {} : (exampleOf(query) as Record<string, string>)
    return required.length === 0
      ? filled
      : `${filled}?${new URLSearchParams(required.map((name) => [name, String(asked[name])]))}`
  }

  /** The example of a body, in the organization of the key. */
  const bodyOf = (schema: NonNullable<Operation['body']>): unknown => {
    const body = exampleOf(schema)
    return typeof body === 'object' && body !== null && 'org_id' in body ? { ...body, org_id: org } : body
  }

  const outcomeOf = async (operation: Operation, key: KeyHolder): Promise<string> => {
    const reply = await app.service.app.inject({
      method: operation.method,
      url: pathTo(operation),
      headers: {
        authorization: `Bearer ${key.token}`,
        ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(operation.body === undefined ? {} : { payload: JSON.stringify(bodyOf(operation.body)) }),
      payloadAsStream: true,
    })
    if (String(reply.headers['content-type']).startsWith('text/event-stream')) {
      reply.raw.res.destroy()
      return 'entered'
    }
    const chunks: Buffer[] = []
    for await (const chunk of reply.stream()) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString()
    if (reply.statusCode >= 500) return `${reply.statusCode} ${text}`
    const code = reply.statusCode < 400 ? undefined : JSON.parse(text).code
    return atTheDoor.has(code) ? code : 'entered'
  }

  describe.each(apiKeyScopes)('a key with the scope %s', (scope) => {
    it('can call exactly the operations that its scope allows [KEY-5]', async () => {
      place = await plantMarked(app, { orgId: org }, people().owner.userId)
      const granted = scope === 'provisioning' ? {} : { deal_ids: [place.deal] }
      const key = await issueKey(app, people().owner, org, { scope, ...granted })
      const role = roles[scope]
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const operation of walk) {
        await forgetLimits(app)
        const needed = roleFor(operation)
        const isAllowed =
          operation.keyScope === 'provisioning'
            ? scope === 'provisioning'
            : needed !== undefined && role !== undefined && atLeast(dealRoles, role, needed)
        expected[nameOf(operation)] = isAllowed ? 'entered' : 'key_scope'
        outcomes[nameOf(operation)] = await outcomeOf(operation, key)
      }
      expect(outcomes).toEqual(expected)
    })
  })

  it('reads with a key what a person with the same role reads [KEY-5]', async () => {
    place = await plantMarked(app, { orgId: org }, people().owner.userId)
    const key = await issueKey(app, people().owner, org, { scope: 'read', deal_ids: [place.deal] })
    const needsMore = /\{(document_id|crop_id|scenario_id|export_id|draft_id|import_id|conversation_id|team_id)\}|\/compare$/
    const reading = walk.filter(
      ({ id, method, path, query }) =>
        method === 'GET' &&
        id !== 'liveChannel' &&
        !needsMore.test(path) &&
        ((query ?? {}) as { required?: string[] }).required === undefined,
    )
    const refused: string[] = []
    let shown = 0
    for (const operation of reading) {
      await forgetLimits(app)
      if (roleFor(operation) !== 'viewer' || operation.path.endsWith('/stream')) continue
      const answer = await key.get(pathTo(operation))
      if (answer.status !== 200) refused.push(`${nameOf(operation)} ${answer.status}`)
      if (JSON.stringify(answer.body).includes(marker)) shown += 1
    }
    expect(refused).toEqual([])
    expect(shown).toBeGreaterThan(4)
  })
})
