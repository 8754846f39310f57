import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { expectObjection, orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person, type TestService } from '../../testing/service.ts'
import { onTwoServices } from '../../testing/two-services.ts'

const makeUser = async (superadmin: Person): Promise<string> => {
  const email = `${randomUUID()}@example.org`
  const { status, body } = await superadmin.send('POST', '/api/superadmin/users', { email, display_name: 'Ada Byron' })
  expect(status).toBe(200)
  return body.id
}

const isFinished = async ({ sql }: Pick<TestService, 'sql'>, userId: string): Promise<boolean> =>
  (await sql('SELECT 1 FROM erasures WHERE target_id = $1 AND finished_at IS NOT NULL', [userId])).length > 0

const finished = (app: Pick<TestService, 'sql'>, userId: string) =>
  vi.waitUntil(() => isFinished(app, userId), { timeout: 60_000, interval: 50 })

onEachService('user erasure', (app) => {
  let superadmin: Person
  let owner: Person
  let userId: string
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    userId = await makeUser(superadmin)
  })
  const erase = (id: string, body?: unknown) => superadmin.send('POST', `/api/superadmin/users/${id}/erase`, body)
  const change = (id: string, body: unknown) => superadmin.send('PATCH', `/api/superadmin/users/${id}`, body)
  const deleteUser = async () => expect((await change(userId, { status: 'deleted' })).status).toBe(200)
  const nameOf = async (id: string) => (await app.sql('SELECT display_name FROM users WHERE id = $1', [id]))[0]
  const membersOf = (dealId: string) =>
    app.sql('SELECT user_id, role FROM deal_members WHERE deal_id = $1 ORDER BY user_id', [dealId])
  const trailOf = async (dealId: string) =>
    (await app.sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1 ORDER BY seq', [dealId])).map(
      ({ type }) => type,
    )

  describe('rejected erasures', () => {
    it('refuses to erase a user who is not deleted with 409 [ERASURE-2]', async () => {
      expectRefusal(await erase(userId), 409, 'user_not_deleted')
      await change(userId, { status: 'suspended' })
      expectRefusal(await erase(userId), 409, 'user_not_deleted')
    })

    it('returns 404 for an unknown user, and 403 to anyone but a superadmin', async () => {
      expectRefusal(await erase(newId()), 404, 'user_not_found')
      const answer = await owner.send('POST', `/api/superadmin/users/${userId}/erase`)
      expectRefusal(answer, 403, 'superadmin_required')
    })

    it('rejects an erasure that transfers deals to an unknown, erased, inactive or unverified user', async () => {
      await deleteUser()
      const suspended = await makeUser(superadmin)
      await change(suspended, { status: 'suspended' })
      for (const transfer_to of [newId(), userId, suspended])
        expectObjection(await erase(userId, { transfer_to }), 'transfer_to', transfer_to)
      const unverified = await makeUser(superadmin)
      await app.sql('UPDATE user_emails SET verified_at = NULL WHERE user_id = $1', [unverified])
      expectRefusal(await erase(userId, { transfer_to: unverified }), 409, 'email_unverified')
      expect(await isFinished(app, userId)).toBe(false)
    })

    it('refuses to erase the last owner of an organization with 409 [ERASURE-3]', async () => {
      await deleteUser()
      const orgId = await plantOrg(app, { [userId]: 'owner' })
      expectRefusal(await erase(userId), 409, 'last_owner')
      await app.sql('DELETE FROM orgs WHERE id = $1', [orgId])
      expect((await erase(userId)).status).toBe(202)
      await finished(app, userId)
    })
  })

  describe('personal deals of erased users', () => {
    it('transfers personal deals of an erased user to the given recipient [ERASURE-4]', async () => {
      const dealId = await plantDeal(app, { members: { [userId]: 'owner' }, name: 'Handed over' })
      await deleteUser()
      expect((await erase(userId, { transfer_to: owner.userId })).status).toBe(202)
      await finished(app, userId)
      expect(await membersOf(dealId)).toEqual([{ user_id: owner.userId, role: 'owner' }])
      expect(await trailOf(dealId)).toEqual(['deal.member_added', 'deal.member_removed'])
      expect((await owner.get(`/api/canvas/${dealId}/audit-trail/verify`)).body).toMatchObject({ valid: true })
    })

    it('keeps deals that have another owner or were only read, and purges deals without another owner', async () => {
      const shared = await plantDeal(app, { members: { [userId]: 'owner', [owner.userId]: 'owner' } })
      const alone = await plantDeal(app, { members: { [userId]: 'owner', [owner.userId]: 'editor' } })
      const read = await plantDeal(app, { members: { [userId]: 'viewer', [owner.userId]: 'owner' } })
      await deleteUser()
      await erase(userId)
      await finished(app, userId)
      for (const dealId of [shared, read])
        expect(await membersOf(dealId)).toEqual([{ user_id: owner.userId, role: 'owner' }])
      expect(await app.sql('SELECT 1 FROM deals WHERE id = $1', [alone])).toEqual([])
    })
  })

  it('rejects later changes of an erased user with 409 [ERASURE-6]', async () => {
    await deleteUser()
    await erase(userId)
    await finished(app, userId)
    expect(await nameOf(userId)).toEqual({ display_name: `Former member ${userId.slice(-6)}` })
    const acts = await app.sql(
      "SELECT action, before, after FROM admin_log WHERE target_id = $1 AND action IN ('user.erased', 'user.created')",
      [userId],
    )
    expect(acts).toEqual([
      { action: 'user.created', before: null, after: { is_superadmin: false, org_role: null } },
      { action: 'user.erased', before: null, after: { transfer_to_id: null } },
    ])
    expectRefusal(await change(userId, { status: 'active' }), 409, 'user_erased')
    const named = await superadmin.send('PATCH', `/api/admin/users/${userId}`, { first_name: 'Ada' })
    expectRefusal(named, 409, 'user_erased')
    const again = await erase(userId)
    expect([again.status, again.body.finished_at]).toEqual([202, expect.any(String)])
  })

  it('leaves an address of an erased user to the account that now holds it', async () => {
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
      'SELECT email FROM user_emails WHERE user_id = $1',
      [userId],
    )
    await deleteUser()
    const successor = await superadmin.send('POST', '/api/superadmin/users', { email })
    expect(successor.status).toBe(200)
    await erase(userId)
    await finished(app, userId)
    const holders = await app.sql('SELECT user_id FROM user_emails WHERE email = $1', [email])
    expect(holders).toEqual([{ user_id: successor.body.id }])
    const created = await app.sql('SELECT after FROM admin_log WHERE target_id = $1', [successor.body.id])
    expect(created).toEqual([{ after: expect.objectContaining({ email }) }])
  })

  describe('names of erased users', () => {
    const eraseNamed = async (display_name: string) => {
      await app.sql('UPDATE users SET display_name = $2 WHERE id = $1', [userId, display_name])
      await deleteUser()
      await erase(userId)
      await finished(app, userId)
      return `Former member ${userId.slice(-6)}`
    }

    it('leaves stored responses unchanged in which the name is only part of a word', async () => {
      const orgId = await orgNamed(app, 'Northwind Capital')
      const invite = () =>
        owner.send(
          'POST',
          `/api/orgs/${orgId}/invitations`,
          { email: 'ceo@example.net', role: 'member' },
          { 'idempotency-key': userId },
        )
      expect((await invite()).body.email).toBe('ceo@example.net')
      await eraseNamed('example')
      expect((await invite()).body.email).toBe('ceo@example.net')
    })

    it('replaces only whole-word mentions of the erased user, and the audit trail still verifies', async () => {
      const dealId = await plantDeal(app, { members: { [userId]: 'viewer', [owner.userId]: 'owner' } })
      const write = (content: string, mentioned_user_ids: string[], key: string) =>
        owner.send(
          'POST',
          `/api/canvas/${dealId}/comments`,
          { content, mentioned_user_ids },
          { 'idempotency-key': key },
        )
      const mentioning = 'To\n@Ann, not to @Anna or to me@ann.example or me@Ann.example: @Ann'
      const first = () => write(mentioning, [userId], `${userId}-1`)
      const second = () => write('The sister of @Ann', [], `${userId}-2`)
      await app.sql("UPDATE users SET display_name = 'Ann' WHERE id = $1", [userId])
      expect([(await first()).status, (await second()).status]).toEqual([201, 201])
      const pseudonym = await eraseNamed('Ann')
      const replaced = `To\n@${pseudonym}, not to @Anna or to me@ann.example or me@Ann.example: @${pseudonym}`
      const { comments } = (await owner.get(`/api/canvas/${dealId}/comments`)).body
      expect(comments.map(({ content }: { content: string }) => content)).toEqual(['The sister of @Ann', replaced])
      expect((await first()).body.content).toBe(replaced)
      expect((await second()).body.content).toBe('The sister of @Ann')
      expect((await owner.get(`/api/canvas/${dealId}/audit-trail/verify`)).body).toMatchObject({ valid: true })
    })
  })

  it('resumes an erasure after a crash', async () => {
    const dealId = await plantDeal(app, { members: { [userId]: 'owner' } })
    await deleteUser()
    // Simulates a process that died after storing the request: its lease expires.
    await app.sql(
      `INSERT INTO erasures (id, target_type, target_id, requested_by, requested_at, blobs, lease_until)
        VALUES ($1, 'user', $2, $3, now(), '{}', now())`,
      [newId(), userId, superadmin.userId],
    )
    await finished(app, userId)
    expect(await nameOf(userId)).toEqual({ display_name: `Former member ${userId.slice(-6)}` })
    expect(await app.sql('SELECT 1 FROM deals WHERE id = $1', [dealId])).toEqual([])
  })
})

onTwoServices('interrupted erasures', ['by PostgreSQL'], (app) => {
  it('resumes an interrupted erasure on one of two nodes and completes it once', async () => {
    const { userId: superadminId } = await app.signIn('superadmin')
    const { userId: ownerId } = await app.signIn('owner')
    const userId = newId()
    await app.sql(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
        VALUES ($1, 'Ada Byron', 'deleted', $1, '{"mentions": true}', now(), now())`,
      [userId],
    )
    const deals: string[] = []
    for (let n = 0; n < 30; n++) deals.push(await plantDeal(app, { members: { [userId]: 'owner' } }))
    await app.sql(
      `INSERT INTO erasures (id, target_type, target_id, transfer_to, requested_by, requested_at, blobs, lease_until)
        VALUES ($1, 'user', $2, $3, $4, now(), '{}', now())`,
      [newId(), userId, ownerId, superadminId],
    )
    await finished(app, userId)
    const events = await app.sql<{ type: string; count: number }>(
      'SELECT type, count(*)::int AS count FROM journal WHERE deal_id = ANY($1) GROUP BY type ORDER BY type',
      [deals],
    )
    expect(events).toEqual([
      { type: 'deal.member_added', count: 30 },
      { type: 'deal.member_removed', count: 30 },
    ])
  })
})
