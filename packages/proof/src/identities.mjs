// The ten identities that call the service: each with its own tenant and credentials.
import { createHmac } from 'node:crypto'
import { call, signIn } from './server.mjs'
import { createSender, password, plantSession, plantTenant } from './tenant.mjs'

const dealRoles = ['viewer', 'commenter', 'editor', 'owner']
const orgRoles = ['member', 'admin', 'owner']
const isAtLeast = (order, role, needed) => order.indexOf(role) >= order.indexOf(needed)

const member = (role) => ({
  name: role,
  dealRole: role,
  orgRole: 'member',
  comesAs: { dealRole: role, orgRole: 'member' },
})

export const identities = [
  { name: 'anonymous', isNobody: 'not_authenticated', comesAs: member('viewer').comesAs },
  ...dealRoles.map(member),
  { name: 'admin of the organization', dealRole: 'editor', orgRole: 'admin', comesAs: { orgRole: 'admin' } },
  { name: 'superadmin', isSuperadmin: true, comesAs: { isSuperadmin: true } },
  { ...member('owner'), name: 'deal token', isScoped: true },
  { ...member('owner'), name: 'expired', isNobody: 'token_expired' },
  { name: 'owner of another organization', dealRole: 'owner', orgRole: 'owner', comesAs: { orgRole: 'owner' } },
]

/** The same token, signed with the same secret, but expired. */
const expiredToken = (token, secret) => {
  const [head, payload] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url'))
  const past = { ...claims, iat: claims.iat - 7200, exp: claims.iat - 3600 }
  const signed = `${head}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** The credentials of an identity: a bearer token and a refresh cookie, either of which can be missing or invalid. */
const shownBy = async ({ url, secret }, identity, { person, references }) => {
  if (identity.isNobody === 'not_authenticated') return {}
  const { token, cookie } = await signIn(url, person.email, { password: person.password ?? password })
  if (identity.isNobody === 'token_expired') {
    const left = await signIn(url, person.email, { password })
    await call(url, 'POST', '/api/auth/logout', { token: left.token })
    return { token: expiredToken(token, secret), cookie: left.cookie }
  }
  if (!identity.isScoped) return { token, cookie }
  const { status, body } = await call(url, 'POST', `/api/canvas/${references.deal_id}/token/refresh`, { token })
  if (status !== 200) throw new Error(`There is no deal token: ${status} ${JSON.stringify(body)}`)
  return { token: body.token, cookie }
}

/** An identity with its own tenant and a foreign one. */
export const settle = async (service, identity) => {
  const own = await plantTenant(service, { person: identity.comesAs })
  const foreign = await plantTenant(service)
  const visitor = { identity, own, foreign, shown: await shownBy(service, identity, own) }
  const holds = async () => {
    const { status } = await call(service.url, 'GET', '/api/auth/me', { token: visitor.shown.token })
    return status !== 401
  }
  return Object.assign(visitor, {
    /** Some changes end the session that made them, or use up its cookie; that must not affect what follows. */
    afterSuccess: async ({ access }, { json }) => {
      if (identity.isNobody) return
      if (json?.new_password !== undefined) own.person.password = json.new_password
      if (access.kind !== 'refresh_cookie' && (await holds())) return
      visitor.shown = await shownBy(service, identity, own)
      if (identity.isScoped) return
      // Changing the password ends all other sessions too.
      const send = createSender(service.url, visitor.shown.token)
      own.references.session_id = await plantSession(service, own.person, send)
    },
  })
}

/**
 * Some operations are open to more people than can use them fully: anyone can leave an organization, but not remove
 * others. They declare an error beyond their access rule, which the lowest role must get.
 */
const finerRefusal = ({ access, answers }, { dealRole, orgRole }) => {
  const declared = answers.flatMap(({ codes }) => codes).filter((code) => !isOfTheDoor({ access }, code))
  if (declared.includes('role_too_low') && dealRole === 'viewer' && access.kind !== 'deal_role') return 'role_too_low'
  if (declared.includes('org_role_too_low') && orgRole === 'member') return 'org_role_too_low'
  return undefined
}

/**
 * The expected access decision: `in`, or the error code. Derived from the contract's access rules and from the rules of
 * deals and organizations, not from the service. `isThere` is false if the request names something inside their own
 * deal or organization that is not in it.
 */
export const atTheDoor = (operation, identity, { isOwn, isThere = isOwn }) => {
  const { access, path } = operation
  const { isNobody, isScoped, isSuperadmin } = identity
  if (access.kind === 'public' || access.kind === 'operator') return 'in'
  if (access.kind === 'refresh_cookie') {
    // The cookie identifies the person, whatever token they have.
    if (isNobody) return 'refresh_invalid'
    if (!path.includes('{deal_id}')) return 'in'
    return isOwn && identity.dealRole !== undefined ? 'in' : 'deal_not_found'
  }
  if (isNobody) return isNobody
  const finer = finerRefusal(operation, identity)
  if (isThere && finer !== undefined && !isScoped) return finer
  const isOnCanvas = access.kind === 'deal_role' && path.startsWith('/api/canvas/{deal_id}')
  if (isScoped && !(isOnCanvas && isOwn)) return 'token_scope'
  switch (access.kind) {
    case 'signed_in':
      return 'in'
    case 'superadmin':
      return isSuperadmin ? 'in' : 'superadmin_required'
    case 'admin':
      return isSuperadmin || isAtLeast(orgRoles, identity.orgRole, 'admin') ? 'in' : 'admin_required'
    case 'org_role':
      if (isSuperadmin) return 'in'
      if (!isOwn || identity.orgRole === undefined) return 'org_not_found'
      return isAtLeast(orgRoles, identity.orgRole, access.role) ? 'in' : 'org_role_too_low'
    case 'deal_role':
      if (!isOwn || identity.dealRole === undefined) return 'deal_not_found'
      return isAtLeast(dealRoles, identity.dealRole, access.role) ? 'in' : 'role_too_low'
    default:
      throw new Error(`Nothing is known about who may be ${access.kind}`)
  }
}

const ofAllDoors = [
  'not_authenticated',
  'token_invalid',
  'token_expired',
  'session_ended',
  'token_scope',
  'password_change_required',
]
const ofTheDoor = {
  public: () => [],
  operator: () => ['not_authenticated'],
  refresh_cookie: () => ['refresh_invalid'],
  signed_in: () => ofAllDoors,
  superadmin: () => [...ofAllDoors, 'superadmin_required'],
  admin: () => [...ofAllDoors, 'admin_required'],
  org_role: (role) => [...ofAllDoors, 'org_not_found', ...(role === 'member' ? [] : ['org_role_too_low'])],
  deal_role: (role) => [...ofAllDoors, 'deal_not_found', ...(role === 'viewer' ? [] : ['role_too_low'])],
}

/** True if the error follows from who can call the operation, not from its subject. */
export const isOfTheDoor = ({ access }, code) => ofTheDoor[access.kind](access.role).includes(code)

/** True if their role lets them see the members and names of a foreign organization. */
export const seesAllNames = ({ access }, { isSuperadmin }) =>
  isSuperadmin === true && ['superadmin', 'org_role', 'admin'].includes(access.kind)
