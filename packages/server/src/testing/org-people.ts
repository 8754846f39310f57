import { expect } from 'vitest'
import type { Actor } from '../actor.ts'
import { createInvitations } from '../features/orgs/invitations.service.ts'
import { createInvitationsStore } from '../features/orgs/invitations.store.ts'
import { createMembers } from '../features/orgs/members.service.ts'
import { createMembersStore } from '../features/orgs/members.store.ts'
import { createOrgs } from '../features/orgs/orgs.service.ts'
import { createOrgsStore } from '../features/orgs/orgs.store.ts'
import { createTeams } from '../features/orgs/teams.service.ts'
import { createTeamsStore } from '../features/orgs/teams.store.ts'
import { systemClock } from '../platform/clock.ts'
import type { Answer, Person, TestService } from './service.ts'

/** The id of a demo organization. */
export const orgNamed = async ({ sql }: Pick<TestService, 'sql'>, name: string): Promise<string> => {
  const [org] = await sql<{ id: string }>('SELECT id FROM orgs WHERE name = $1', [name])
  return org?.id ?? ''
}

export const actorOf = ({ userId }: Pick<Person, 'userId'>, more: Partial<Actor> = {}): Actor => ({
  userId,
  sessionId: userId,
  isSuperadmin: false,
  forcePasswordChange: false,
  tokenExpiresAt: new Date(8.64e15),
  tokenDealId: undefined,
  tokenGrantId: undefined,
  dealRole: undefined,
  bySuperadminGrant: false,
  orgRole: undefined,
  ...more,
})

/** All stored memberships of organizations, teams and deals. */
export const belongings = async ({ sql }: TestService): Promise<unknown> => {
  const tables = ['orgs', 'org_members', 'teams', 'team_members', 'org_invitations', 'deal_members']
  const read = (table: string) => sql(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`)
  return Promise.all(tables.map(read))
}

/** The entries of the admin log, newest last. */
export const recorded = ({ sql }: TestService, orgId: string) =>
  sql(
    `SELECT action, actor_id, target_type, target_id, before, after FROM admin_log
      WHERE org_id = $1 ORDER BY at, id`,
    [orgId],
  )

/** Expects one failed rule at a field of the body. */
export const expectObjection = (answer: Answer, field: string, input: unknown): void => {
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toEqual([
    expect.objectContaining({ type: 'value_error', loc: ['body', field], input, msg: expect.any(String) }),
  ])
}

/** Reads a list page by page and returns all its items. */
export const readAll = async (person: Person, path: string, list: string, limit: number): Promise<unknown[]> => {
  const items: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { status, body }: Answer = await person.get(`${path}?${query}`)
    expect(status).toBe(200)
    expect(body[list].length).toBeLessThanOrEqual(limit)
    expect(body.has_more).toBe(body.next_cursor !== null)
    items.push(...body[list])
    cursor = body.next_cursor
  }
  return items
}

/** The services themselves, without rate limits, mails and admin log, for what no route does, or not often enough. */
export const orgServices = ({ service: { database } }: TestService) => {
  const shared = { database, adminLog: { record: async () => {} }, now: systemClock }
  const limits = { take: async () => {}, count: async () => 1, giveBack: async () => {} }
  const mails = { invited: () => {} }
  const orgs = createOrgs({ store: createOrgsStore(database), limits, ...shared })
  const teams = createTeams({ store: createTeamsStore(database), orgs, ...shared })
  const members = createMembers({ store: createMembersStore(database), orgs, teams, ...shared })
  const store = createInvitationsStore(database)
  return { orgs, members, invitations: createInvitations({ store, orgs, members, teams, mails, ...shared }) }
}
