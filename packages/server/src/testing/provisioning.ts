import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Person, TestService } from './service.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An identity provider of one organization, and the domain that is assigned to it. */
export interface IdentityProvider {
  orgId: string
  domain: string
  key: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates a user with a new address; returns the answer's body. */
  createUser(more?: Record<string, unknown>): Promise<{ id: string; userName: string; meta: { version: string } }>
  patch(path: string, ...operations: unknown[]): Promise<Answer>
}

/** Assigns a new domain to the organization that a person owns, and issues a provisioning key for it. */
export const plantIdentityProvider = async (app: TestService, owner: Person): Promise<IdentityProvider> => {
  const [org] = await app.sql<{ id: string }>(
    "SELECT org_id AS id FROM org_members WHERE user_id = $1 AND role = 'owner'",
    [owner.userId],
  )
  const orgId = org?.id ?? ''
  const domain = `d${randomUUID().slice(0, 8)}.test`
  await app.sql('INSERT INTO org_domains (domain, spelled, org_id, created_at) VALUES ($1, $1, $2, now())', [
    domain,
    orgId,
  ])
  const issued = await owner.send('POST', `/api/orgs/${orgId}/api-keys`, { name: 'Entra', scope: 'provisioning' })
  expect(issued.status).toBe(201)
  const key: string = issued.body.key
  const send: IdentityProvider['send'] = (method, path, body, headers) =>
    app.send(method, `/api/scim/v2${path}`, {
      token: key,
      ...(body === undefined ? {} : { body }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
    })
  return {
    orgId,
    domain,
    key,
    send,
    createUser: async (more = {}) => {
      const userName = `u${randomUUID().slice(0, 8)}@${domain}`
      const answer = await send('POST', '/Users', { schemas: [userUrn], userName, ...more })
      expect(answer.status).toBe(201)
      return answer.body
    },
    patch: (path, ...operations) => send('PATCH', path, { schemas: [patchUrn], Operations: operations }),
  }
}

/** Expects an error in the form of RFC 7644 §3.12. */
export const expectScimError = (answer: Answer, status: number, scimType?: string): void => {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: expect.objectContaining({
      schemas: [errorUrn],
      status: String(status),
      detail: expect.any(String),
      ...(scimType === undefined ? {} : { scimType }),
    }),
  })
  expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
}

export const filtered = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`
