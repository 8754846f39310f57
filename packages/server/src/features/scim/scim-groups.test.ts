import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantGrant } from '../../testing/planting.ts'
import {
  expectScimError,
  filtered,
  groupUrn,
  type IdentityProvider,
  plantIdentityProvider,
} from '../../testing/provisioning.ts'
import { onService } from '../../testing/service.ts'

onService('SCIM groups', (app) => {
  let idp: IdentityProvider
  let other: IdentityProvider
  beforeAll(async () => {
    idp = await plantIdentityProvider(app, await app.signIn('owner'))
    other = await plantIdentityProvider(app, await app.signIn('outsider'))
  })
  beforeEach(() => forgetLimits(app))

  const named = () => `Group ${randomUUID().slice(0, 8)}`
  const make = (more: Record<string, unknown> = {}) =>
    idp.send('POST', '/Groups', { schemas: [groupUrn], displayName: named(), ...more })
  const refs = (...ids: string[]) => ids.map((value) => ({ value }))
  const membersOf = async (id: string): Promise<string[]> =>
    ((await idp.send('GET', `/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value)

  it('pushes a group as Okta does: probe, create with members, rename, replace members, delete [SCIM-13]', async () => {
    const [a, b] = [await idp.createUser(), await idp.createUser()]
    const displayName = named()
    expect((await idp.send('GET', filtered('/Groups', `displayName eq "${displayName}"`))).body.totalResults).toBe(0)
    const created = await make({ displayName, externalId: `x-${displayName}`, members: refs(a.id) })
    expect(created).toMatchObject({
      status: 201,
      body: {
        schemas: [groupUrn],
        displayName,
        externalId: `x-${displayName}`,
        members: [{ value: a.id, type: 'User' }],
        meta: { resourceType: 'Group' },
      },
    })
    const { id } = created.body
    const upper = filtered('/Groups', `displayName eq "${displayName.toUpperCase()}"`)
    expect((await idp.send('GET', upper)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    const renamed = await idp.patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: `${displayName} 2` } })
    expect(renamed).toMatchObject({
      status: 200,
      body: { displayName: `${displayName} 2`, members: [{ value: a.id }] },
    })
    await idp.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: refs(b.id) })
    expect(await membersOf(id)).toEqual([b.id])
    const put = await idp.send('PUT', `/Groups/${id}`, { schemas: [groupUrn], displayName, members: refs(a.id, b.id) })
    expect(put.status).toBe(200)
    expect((await membersOf(id)).sort()).toEqual([a.id, b.id].sort())
    expect((await idp.send('DELETE', `/Groups/${id}`)).status).toBe(204)
    expectScimError(await idp.send('DELETE', `/Groups/${id}`), 404)
  })

  it('adds and removes members as Entra does, without listing them [SCIM-13]', async () => {
    const [a, b] = [await idp.createUser(), await idp.createUser()]
    const { id } = (await make()).body
    const added = await idp.patch(`/Groups/${id}?excludedAttributes=members`, {
      op: 'Add',
      path: 'members',
      value: refs(a.id, b.id),
    })
    expect(added.status).toBe(200)
    expect(added.body.members).toBeUndefined()
    await idp.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: refs(a.id) })
    expect(await membersOf(id)).toEqual([b.id])
    await idp.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${b.id}"]` })
    expect(await membersOf(id)).toEqual([])
  })

  it('gives its members the roles of the team on deals', async () => {
    const user = await idp.createUser()
    const { id } = (await make()).body
    const deal = await plantDeal(app, { orgId: idp.orgId })
    await plantGrant(app, deal, id, 'viewer')
    await idp.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: refs(user.id) })
    const seen = () =>
      app.sql(
        'SELECT FROM deal_teams g JOIN team_members m ON m.team_id = g.team_id WHERE g.deal_id = $1 AND m.user_id = $2',
        [deal, user.id],
      )
    expect(await seen()).toHaveLength(1)
    await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
    expect(await seen()).toHaveLength(0)
    // Identity providers send suspended people along.
    expect((await idp.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: refs(user.id) })).status).toBe(200)
    expect(await seen()).toHaveLength(0)
  })

  it('refuses a name that a team already has with uniqueness, so that clients look it up [SCIM-13]', async () => {
    const displayName = named()
    await make({ displayName })
    expectScimError(await make({ displayName: displayName.toUpperCase() }), 409, 'uniqueness')
    await make({ externalId: `e-${displayName}` })
    expectScimError(await make({ externalId: `e-${displayName}` }), 409, 'uniqueness')
    const racing = named()
    const answers = await Promise.all([1, 2, 3].map(() => make({ displayName: racing })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('limits the members of an answer, and the request to the groups that fit [SCIM-13]', async () => {
    const { id } = (await make()).body
    await app.sql(
      `WITH people AS (
        INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
        SELECT gen_random_uuid(), 'Many ' || n, 'active', gen_random_uuid(), '{"mentions":true}', now(), now()
        FROM generate_series(1, 1005) n RETURNING id
      ), joined AS (
        INSERT INTO org_members (org_id, user_id, role, created_at) SELECT $1, id, 'member', now() FROM people
        RETURNING user_id
      ) SELECT count(*) FROM joined`,
      [idp.orgId],
    )
    await app.sql(
      `INSERT INTO team_members (org_id, team_id, user_id, created_at)
        SELECT m.org_id, $2, m.user_id, now() FROM org_members m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = $1 AND u.display_name LIKE 'Many %'`,
      [idp.orgId, id],
    )
    expect(await membersOf(id)).toHaveLength(1000)
    const listed = (await idp.send('GET', '/Groups')).body
    const counts = listed.Resources.map(({ members }: { members: unknown[] }) => members.length)
    const sum = counts.reduce((one: number, two: number) => one + two, 0)
    expect(sum).toBeLessThanOrEqual(1000)
    expect(listed.itemsPerPage).toBeLessThan(listed.totalResults)
    const without = (await idp.send('GET', '/Groups?excludedAttributes=members')).body
    expect(without.itemsPerPage).toBe(without.totalResults)
    const tooMany = { op: 'add', path: 'members', value: Array.from({ length: 5001 }, () => ({ value: randomUUID() })) }
    expectScimError(await idp.patch(`/Groups/${id}`, tooMany), 400, 'invalidValue')
    expect((await idp.send('DELETE', `/Groups/${id}`)).status).toBe(204)
  })

  describe('another organization', () => {
    it('sees no group, and its people cannot become members [SCIM-8]', async () => {
      const { id } = (await make()).body
      const theirs = await other.createUser()
      for (const answer of [
        await other.send('GET', `/Groups/${id}`),
        await other.send('DELETE', `/Groups/${id}`),
        await other.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'X' }),
        await other.send('PUT', `/Groups/${id}`, { schemas: [groupUrn], displayName: 'X' }),
      ])
        expectScimError(answer, 404)
      expect(JSON.stringify((await other.send('GET', '/Groups')).body)).not.toContain(id)
      const unknown = await idp.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: refs(randomUUID()) })
      const foreign = await idp.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: refs(theirs.id) })
      expectScimError(unknown, 400, 'invalidValue')
      expect(foreign.body).toEqual(unknown.body)
      expect(await membersOf(id)).toEqual([])
    })
  })

  it('applies all operations or none, and refuses a stale version', async () => {
    const created = (await make()).body
    const { id, displayName } = created
    const bad = [
      { op: 'replace', path: 'displayName', value: 'Renamed' },
      { op: 'add', path: 'members', value: refs(randomUUID()) },
    ]
    expectScimError(await idp.patch(`/Groups/${id}`, ...bad), 400, 'invalidValue')
    expect((await idp.send('GET', `/Groups/${id}`)).body.displayName).toBe(displayName)
    const user = await idp.createUser()
    await idp.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: refs(user.id) })
    const stale = { 'if-match': created.meta.version }
    expectScimError(await idp.send('DELETE', `/Groups/${id}`, undefined, stale), 412)
    for (const value of ['', '\u202eX', 'x'.repeat(101)])
      expectScimError(
        await idp.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value }),
        400,
        'invalidValue',
      )
  })

  it('writes the change of members into the admin log as numbers', async () => {
    const user = await idp.createUser()
    const { id } = (await make({ members: refs(user.id) })).body
    const acts = (await recorded(app, idp.orgId)).filter(({ target_id }) => target_id === id)
    expect(acts.map(({ action }) => action)).toEqual(['team.created', 'team_members.provisioned'])
    expect(acts[1]).toMatchObject({ after: { added: 1, removed: 0 } })
  })
})
