import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type Access,
  apiKeyPrefix,
  atLeast,
  type DealRole,
  dealRoles,
  isOpenToGuests,
  type Operation,
  type OrgRole,
  orgRoles,
  scopeAllows,
  stepUpMinutes,
} from '@deal-canvas/contract'
import type { FastifyRequest } from 'fastify'
import { type Actor, isGuest } from '../actor.ts'
import { refuse } from '../domain-error.ts'
import { isLoopbackAddress } from '../platform/addresses.ts'
import { type Clock, later, minutes } from '../platform/clock.ts'
import { actFor } from '../platform/fairness/party.ts'
import type { RequestGate } from './request-gate.ts'

/** What the path of a request names. */
interface Places {
  dealId: string
  orgId: string
}

/** Unverified claims of a token. */
interface Claims {
  readonly userId: string
}

interface Standing {
  role: DealRole
  /** Null: not a guest. */
  guestUntil: Date | null
}

interface Entered {
  dealRole: DealRole
  bySuperadminGrant: boolean
  guestUntil: Date | null
}

/** Rejects a caller who has to confirm who they are before this operation. */
export const requireStepUp = (
  { hasSecondFactor, signedInAt, confirmedAt }: Pick<Actor, 'hasSecondFactor' | 'signedInAt' | 'confirmedAt'>,
  stepUp: Operation['stepUp'],
  now: Date,
): void => {
  if (stepUp === false || (stepUp === 'with_factor' && !hasSecondFactor)) return
  const since = later(now, -minutes(stepUpMinutes))
  // Signing in without a factor confirms only an account that has none.
  const proofs = hasSecondFactor ? [confirmedAt] : [confirmedAt, signedInAt]
  if (!proofs.some((at) => at !== undefined && at > since)) refuse('step_up_required')
}

interface Deps<Token extends Claims> {
  readToken(bearer: string): Promise<Token>
  recognize(claims: Token, ip: string): Promise<Actor>
  /** Recognizes a program by its API key. */
  recognizeKey(key: string, ip: string): Promise<Actor>
  standingOnDeal(userId: string, dealId: string): Promise<Standing | undefined>
  /** Returns undefined if the deal is invisible to the user. */
  enterDeal(actor: Actor, dealId: string, found: Promise<Standing | undefined>): Promise<Entered | undefined>
  /** Undefined if the organization is invisible to the user. */
  roleInOrg(actor: Actor, orgId: string): Promise<OrgRole | undefined>
  /** Called when a user is admitted to an organization for an operation that needs this role. */
  onOrgEntered(actor: Actor, orgId: string, needed: OrgRole): Promise<void>
  administersAny(userId: string): Promise<boolean>
  allowsOrigin(origin: string): boolean
  gate: Pick<RequestGate, 'partyOf' | 'strangerFrom' | 'run'>
  /** Without it, operator routes answer only the local machine. */
  metricsToken: string | undefined
  /** Whether superadmins can do nothing before they have a second factor. */
  superadminsNeedFactor: boolean
  now: Clock
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
  recognizeKey,
  standingOnDeal,
  enterDeal,
  roleInOrg,
  onOrgEntered,
  administersAny,
  allowsOrigin,
  gate,
  metricsToken,
  superadminsNeedFactor,
  now,
}: Deps<Token>) => {
  /** Queried in parallel with the identity, so that both take one round trip. */
  const lookUpStanding = ({ userId }: Claims, { kind }: Access, dealId: string): Promise<Standing | undefined> => {
    if (kind !== 'deal_role' || dealId.includes('\0')) return Promise.resolve(undefined)
    const found = standingOnDeal(userId, dealId)
    // Prevents an unhandled rejection: the role of a rejected caller is never awaited.
    found.catch(() => undefined)
    return found
  }

  const onDeal = async (
    actor: Actor,
    { id, role }: Pick<Operation, 'id'> & { role: DealRole },
    dealId: string,
    found: Promise<Standing | undefined>,
  ): Promise<Actor> => {
    const entered = dealId.includes('\0') ? undefined : await enterDeal(actor, dealId, found)
    if (entered === undefined) return refuse('deal_not_found')
    if (isGuest(entered) && !isOpenToGuests({ id })) refuse('guest_not_allowed')
    if (!atLeast(dealRoles, entered.dealRole, role)) refuse('role_too_low')
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
    claims: Claims,
    recognized: Promise<Actor>,
    operation: Operation,
    places: Places,
  ): Promise<Actor> => {
    const { access, keyScope, path, stepUp } = operation
    const standing = lookUpStanding(claims, access, places.dealId)
    const actor = await recognized
    const isForKeysOnly = keyScope === 'provisioning'
    if (actor.apiKey === undefined ? isForKeysOnly : !scopeAllows(actor.apiKey.scope, keyScope)) refuse('key_scope')
    if (actor.forcePasswordChange && !path.startsWith('/api/auth/')) refuse('password_change_required')
    const isSetUp = !superadminsNeedFactor || !actor.isSuperadmin || actor.hasSecondFactor
    if (!isSetUp && !path.startsWith('/api/auth/')) refuse('second_factor_setup_required')
    const onCanvas = access.kind === 'deal_role' && path.startsWith('/api/canvas/{deal_id}')
    if (actor.tokenDealId !== undefined && !(onCanvas && actor.tokenDealId === places.dealId)) refuse('token_scope')
    const admitted = await admit(actor, operation, places, standing)
    requireStepUp(admitted, stepUp, now())
    return admitted
  }

  const admit = async (
    actor: Actor,
    { id, access }: Operation,
    { dealId, orgId }: Places,
    standing: Promise<Standing | undefined>,
  ): Promise<Actor> => {
    if (access.kind === 'deal_role') return onDeal(actor, { id, role: access.role }, dealId, standing)
    if (access.kind === 'org_role') return inOrg(actor, access, orgId)
    if (access.kind === 'admin' && !actor.isSuperadmin && !(await administersAny(actor.userId)))
      refuse('admin_required')
    if (access.kind === 'superadmin' && !actor.isSuperadmin) refuse('superadmin_required')
    return actor
  }

  /** The party of a key is its organization; until the key is known, the network that it comes from. */
  const enterByKey = async (request: FastifyRequest, key: string, operation: Operation, places: Places) => {
    const { ip } = request
    const stranger = gate.strangerFrom(ip, 'api_key')
    const actor = await actFor(stranger, () => gate.run(stranger, () => recognizeKey(key, ip)))
    const party = { tenant: actor.apiKey?.orgId ?? actor.userId, person: actor.userId }
    request.party = party
    return actFor(party, () => gate.run(party, () => judge(actor, Promise.resolve(actor), operation, places)))
  }

  return async (request: FastifyRequest, operation: Operation): Promise<Actor | undefined> => {
    const { access } = operation
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
    const bearer = bearerOf(request) ?? refuse('not_authenticated')
    if (bearer.startsWith(apiKeyPrefix)) return enterByKey(request, bearer, operation, { dealId, orgId })
    const claims = await readToken(bearer)
    const party = await gate.partyOf(claims.userId)
    request.party = party
    return actFor(party, () =>
      gate.run(party, () => judge(claims, recognize(claims, request.ip), operation, { dealId, orgId })),
    )
  }
}
