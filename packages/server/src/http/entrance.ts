import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type Access,
  atLeast,
  type DealRole,
  dealRoles,
  type Operation,
  type OrgRole,
  orgRoles,
} from '@deal-canvas/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { refuse } from '../domain-error.ts'
import { isLoopbackAddress } from '../platform/addresses.ts'
import { actFor } from '../platform/fairness/party.ts'
import type { RequestGate } from './request-gate.ts'

/** Unverified claims of a token. */
interface Claims {
  readonly userId: string
}

interface Deps<Token extends Claims> {
  readToken(bearer: string): Promise<Token>
  recognize(claims: Token): Promise<Actor>
  roleOnDeal(userId: string, dealId: string): Promise<DealRole | undefined>
  /** Returns undefined if the deal is invisible to the user. */
  enterDeal(
    actor: Actor,
    dealId: string,
    role: Promise<DealRole | undefined>,
  ): Promise<{ dealRole: DealRole; bySuperadminGrant: boolean } | undefined>
  /** Undefined if the organization is invisible to the user. */
  roleInOrg(actor: Actor, orgId: string): Promise<OrgRole | undefined>
  /** Called when a user is admitted to an organization for an operation that needs this role. */
  onOrgEntered(actor: Actor, orgId: string, needed: OrgRole): Promise<void>
  administersAny(userId: string): Promise<boolean>
  allowsOrigin(origin: string): boolean
  gate: Pick<RequestGate, 'partyOf' | 'run'>
  /** Without it, operator routes answer only the local machine. */
  metricsToken: string | undefined
}

const bearerOf = (request: FastifyRequest): string | undefined => {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0 ? token : undefined
}

const sameSecret = (given: string | undefined, wanted: string | undefined): boolean => {
  if (given === undefined || wanted === undefined) return false
  const [givenHash, wantedHash] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return givenHash !== undefined && wantedHash !== undefined && timingSafeEqual(givenHash, wantedHash)
}

/** Checks the connection itself, because an address forwarded by a proxy is whatever the client wrote. */
const fromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

/**
 * Authenticates and authorizes a request before its body is read, so that an unauthenticated caller learns nothing and
 * costs nothing.
 */
export const createEntrance = <Token extends Claims>({
  readToken,
  recognize,
  roleOnDeal,
  enterDeal,
  roleInOrg,
  onOrgEntered,
  administersAny,
  allowsOrigin,
  gate,
  metricsToken,
}: Deps<Token>) => {
  /** Queried in parallel with the identity, so that both take one round trip. */
  const lookUpRole = ({ userId }: Token, { kind }: Access, dealId: string): Promise<DealRole | undefined> => {
    if (kind !== 'deal_role' || dealId.includes('\0')) return Promise.resolve(undefined)
    const role = roleOnDeal(userId, dealId)
    // Prevents an unhandled rejection: the role of a rejected caller is never awaited.
    role.catch(() => undefined)
    return role
  }

  const onDeal = async (
    actor: Actor,
    access: Access & { kind: 'deal_role' },
    dealId: string,
    role: Promise<DealRole | undefined>,
  ): Promise<Actor> => {
    const entered = dealId.includes('\0') ? undefined : await enterDeal(actor, dealId, role)
    if (entered === undefined) return refuse('deal_not_found')
    if (!atLeast(dealRoles, entered.dealRole, access.role)) refuse('role_too_low')
    return { ...actor, ...entered }
  }

  const inOrg = async (actor: Actor, access: Access & { kind: 'org_role' }, orgId: string): Promise<Actor> => {
    const role = await roleInOrg(actor, orgId)
    if (role === undefined) return refuse('org_not_found')
    if (!atLeast(orgRoles, role, access.role)) refuse('org_role_too_low')
    await onOrgEntered(actor, orgId, access.role)
    return { ...actor, orgRole: role }
  }

  const judge = async (
    claims: Token,
    { access, path }: Pick<Operation, 'access' | 'path'>,
    { dealId, orgId }: { dealId: string; orgId: string },
  ): Promise<Actor> => {
    const role = lookUpRole(claims, access, dealId)
    const actor = await recognize(claims)
    if (actor.forcePasswordChange && !path.startsWith('/api/auth/')) refuse('password_change_required')
    const onCanvas = access.kind === 'deal_role' && path.startsWith('/api/canvas/{deal_id}')
    if (actor.tokenDealId !== undefined && !(onCanvas && actor.tokenDealId === dealId)) refuse('token_scope')
    if (access.kind === 'deal_role') return onDeal(actor, access, dealId, role)
    if (access.kind === 'org_role') return inOrg(actor, access, orgId)
    if (access.kind === 'admin' && !actor.isSuperadmin && !(await administersAny(actor.userId)))
      refuse('admin_required')
    if (access.kind === 'superadmin' && !actor.isSuperadmin) refuse('superadmin_required')
    return actor
  }

  return async (request: FastifyRequest, { access, path }: Operation): Promise<Actor | undefined> => {
    if (access.kind === 'public') return undefined
    if (access.kind === 'operator') {
      const allowed = fromThisMachine(request) || sameSecret(bearerOf(request), metricsToken)
      return allowed ? undefined : refuse('not_authenticated')
    }
    if (access.kind === 'refresh_cookie') {
      const { origin } = request.headers
      return origin === undefined || allowsOrigin(origin) ? undefined : refuse('origin_not_allowed')
    }
    const { deal_id: dealId = '', org_id: orgId = '' } = request.params as { deal_id?: string; org_id?: string }
    const claims = await readToken(bearerOf(request) ?? refuse('not_authenticated'))
    const party = await gate.partyOf(claims.userId)
    request.party = party
    return actFor(party, () => gate.run(party, () => judge(claims, { access, path }, { dealId, orgId })))
  }
}
