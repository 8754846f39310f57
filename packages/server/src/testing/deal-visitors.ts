import { atLeast, type DealRole, dealRoles } from '@deal-canvas/contract'
import { expect } from 'vitest'
import { newId } from '../platform/ids.ts'
import { plantSection } from './commenting.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from './planting.ts'
import type { Person, TestService } from './service.ts'

/** A word that occurs in every text of a planted deal and nowhere else. */
export const marker = 'Quokka'

export interface Planted {
  deal: string
  commentId: string
}

/** A user who requests a deal, with their credentials. */
export interface Visitor {
  token: string
  cookie: string
}

export interface Way {
  /** How the user gets access to the deal. */
  by: string
  /** The resulting role on the deal. */
  role: DealRole | undefined
  /** Set if the token is limited to one deal, and to which; such a token works only on canvas routes. */
  scoped?: 'own' | 'another' | 'granted'
  isSuperadmin?: boolean
  come(app: TestService, people: Record<Name, Person>): Promise<{ visitor: Visitor; deal: Planted }>
}

export const visitorNames = ['owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin'] as const
type Name = (typeof visitorNames)[number]

/** Creates a deal whose content contains the marker. */
export const plantMarked = async (
  app: TestService,
  given: Parameters<typeof plantDeal>[1],
  authorId: string,
): Promise<Planted> => {
  const deal = await plantDeal(app, { ...given, name: `${marker} Towers` })
  await plantSection(app, deal, 'executive_summary', `${marker} is a good place`)
  const commentId = newId()
  await app.sql(
    `INSERT INTO comments (id, deal_id, section_key, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
      VALUES ($1, $2, 'executive_summary', 'comment', $3, $4, 'open', now(), now(), 'none', '{}', 1, 0)`,
    [commentId, deal, authorId, `Is ${marker} for sale?`],
  )
  return { deal, commentId }
}

export const byMembership = (role: DealRole): Way => ({
  by: `as ${role}`,
  role,
  come: async (app, people) => ({
    visitor: people[role],
    deal: await plantMarked(app, { members: { [people[role].userId]: role } }, people.owner.userId),
  }),
})

const byTeam = (role: DealRole, own?: DealRole): Way => ({
  by: own === undefined ? `by a team's grant of ${role}` : `as ${own}, and by a team's grant of ${role}`,
  role: own !== undefined && atLeast(dealRoles, own, role) ? own : role,
  come: async (app, { commenter, owner }) => {
    const orgId = await plantOrg(app, { [commenter.userId]: 'member' })
    const members = own === undefined ? {} : { [commenter.userId]: own }
    const deal = await plantMarked(app, { orgId, members }, owner.userId)
    await plantGrant(app, deal.deal, await plantTeam(app, orgId, [commenter.userId]), role)
    return { visitor: commenter, deal }
  },
})

const byOrg = (place: 'member' | 'admin' | 'owner', role: DealRole | undefined, status = 'active'): Way => ({
  by: `as ${place} of its organization${status === 'active' ? '' : `, which is ${status}`}`,
  role,
  come: async (app, { viewer, owner }) => {
    const orgId = await plantOrg(app)
    await app.sql("DELETE FROM org_members WHERE user_id = $1 AND role = 'owner'", [viewer.userId])
    await app.sql('INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      orgId,
      viewer.userId,
      place,
    ])
    const deal = await plantMarked(app, { orgId }, owner.userId)
    await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [orgId, status])
    return { visitor: viewer, deal }
  },
})

const tokenOf = async (app: TestService, person: Person, path: string): Promise<string> => {
  await forgetLimits(app)
  const { status, body } = await person.send('POST', path, { reason: 'Ticket 4711' })
  expect(status).toBe(200)
  return body.token
}

const withDealToken = (role: DealRole): Way => ({
  by: `as ${role}, with a token of the deal`,
  role,
  scoped: 'own',
  come: async (app, people) => {
    const { visitor, deal } = await byMembership(role).come(app, people)
    const token = await tokenOf(app, people[role], `/api/canvas/${deal.deal}/token/refresh`)
    return { visitor: { ...visitor, token }, deal }
  },
})

/** Every way to get access to a deal, or to be denied it. */
export const ways: readonly Way[] = [
  ...dealRoles.map(byMembership),
  byOrg('member', undefined),
  byOrg('admin', 'editor'),
  byOrg('owner', 'owner'),
  byOrg('owner', undefined, 'suspended'),
  ...dealRoles.map((role) => byTeam(role)),
  byTeam('viewer', 'editor'),
  byTeam('editor', 'viewer'),
  withDealToken('viewer'),
  withDealToken('owner'),
  {
    by: 'as owner, with a token of another deal',
    role: 'owner',
    scoped: 'another',
    come: async (app, people) => {
      const { visitor, deal } = await byMembership('owner').come(app, people)
      const { deal: another } = await byMembership('owner').come(app, people)
      const token = await tokenOf(app, people.owner, `/api/canvas/${another.deal}/token/refresh`)
      return { visitor: { ...visitor, token }, deal }
    },
  },
  {
    by: 'from outside',
    role: undefined,
    come: async (app, { outsider, owner }) => ({
      visitor: outsider,
      deal: await plantMarked(app, { members: { [owner.userId]: 'owner' } }, owner.userId),
    }),
  },
  {
    by: 'as superadmin',
    role: undefined,
    isSuperadmin: true,
    come: async (app, { superadmin, owner }) => ({
      visitor: superadmin,
      deal: await plantMarked(app, {}, owner.userId),
    }),
  },
  {
    by: 'as superadmin, with a grant',
    role: 'owner',
    scoped: 'granted',
    isSuperadmin: true,
    come: async (app, { superadmin, owner }) => {
      const deal = await plantMarked(app, {}, owner.userId)
      const token = await tokenOf(app, superadmin, `/api/canvas/${deal.deal}/superadmin-token`)
      return { visitor: { ...superadmin, token }, deal }
    },
  },
]
