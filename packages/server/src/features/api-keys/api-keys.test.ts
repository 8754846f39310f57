import { createHash } from 'node:crypto'
import { limitRules } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { askForKey, holderOf, issueKey } from '../../testing/api-keys.ts'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { openStream, readFrames } from '../../testing/event-reader.ts'
import { openLive } from '../../testing/live-client.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, someIp } from '../../testing/service.ts'
import { isApiKey, makeApiKey } from './api-key.ts'

onService('API keys', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'superadmin', 'outsider')
  let org: string
  let deal: string
  let other: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { owner, editor, viewer } = people()
    await app.sql('DELETE FROM org_members WHERE user_id = ANY($1)', [[owner.userId, editor.userId, viewer.userId]])
    org = await plantOrg(app, { [owner.userId]: 'owner', [editor.userId]: 'admin', [viewer.userId]: 'member' })
    deal = await plantDeal(app, { orgId: org, name: 'Riverside' })
    other = await plantDeal(app, { orgId: org, name: 'Harbor' })
  })

  const keysPath = (rest = '') => `/api/orgs/${org}/api-keys${rest}`
  const list = async () => (await people().owner.get(keysPath())).body.api_keys
  const rotate = (keyId: string, version: number, body: object, by = people().owner) =>
    by.send('POST', keysPath(`/${keyId}/rotate`), body, { 'if-match': `"${version}"` })
  const revoke = (keyId: string, version = 1, by = people().owner) =>
    by.send('DELETE', keysPath(`/${keyId}`), undefined, { 'if-match': `"${version}"` })
  const metrics = (id = deal) => `/api/canvas/${id}/metrics`
  const comment = { content: 'From the fund report.' }

  it('shows a key once, and stores only its SHA-256 [KEY-1]', async () => {
    const answer = await askForKey(people().owner, org, { scope: 'read', deal_ids: [deal] })
    expect(answer.status).toBe(201)
    const { key, ...rest } = answer.body
    expect(isApiKey(key)).toBe(true)
    expect(rest).toMatchObject({
      name: 'Fund reporting',
      scope: 'read',
      all_deals: false,
      deals: [{ deal_id: deal, name: 'Riverside' }],
      hidden_deals: 0,
      created_by: people().owner.userId,
      created_by_role: 'owner',
      last_used_at: null,
      version: 1,
    })
    expect(await list()).toEqual([rest])
    const secrets = await app.sql<{ hash: string }>('SELECT hash FROM api_key_secrets WHERE key_id = $1', [rest.key_id])
    expect(secrets).toEqual([{ hash: createHash('sha256').update(key).digest('base64url') }])
  })

  it('reads the granted deals with the role of its scope, and no other deal [KEY-6]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'comment', deal_ids: [deal] })
    expect((await key.get(metrics())).status).toBe(200)
    expect((await key.get(`/api/deals/${deal}`)).body).toMatchObject({ role: 'commenter' })
    expectRefusal(await key.get(metrics(other)), 404, 'deal_not_found')
    const { deals } = (await key.get('/api/deals')).body
    expect(deals.map((item: { deal_id: string; role: string }) => [item.deal_id, item.role])).toEqual([
      [deal, 'commenter'],
    ])
    expect((await key.get('/api/orgs')).body.orgs.map(({ id }: { id: string }) => id)).toEqual([org])
  })

  it('sees every deal of its organization, also later ones, if an owner said so, and none of another [KEY-6] [KEY-7]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'read', all_deals: true })
    const later = await plantDeal(app, { orgId: org, name: 'Later' })
    const foreign = await plantDeal(app, { orgId: await plantOrg(app), name: 'Foreign' })
    for (const id of [deal, other, later]) expect((await key.get(metrics(id))).status).toBe(200)
    expectRefusal(await key.get(metrics(foreign)), 404, 'deal_not_found')
    expectRefusal(await key.get(`/api/orgs/${await plantOrg(app)}`), 404, 'org_not_found')
    const { deals } = (await key.get('/api/deals')).body
    expect(deals.map((item: { deal_id: string }) => item.deal_id).sort()).toEqual([deal, other, later].sort())
    const counts = (await key.get('/api/deals/counts')).body
    expect(counts.status).toContainEqual({ key: 'open', count: 3 })
  })

  it('is the actor of events and the author of comments, with its name and a mark [KEY-13]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'comment', deal_ids: [deal] })
    const posted = await key.send('POST', `/api/canvas/${deal}/comments`, comment)
    expect([posted.status, posted.body.author_id]).toEqual([201, key.userId])
    expect(posted.body.author_name).toBe('Fund reporting (API key)')
    expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({ type: 'comment.created', actorId: key.userId })
  })

  it('answers unknown, mistyped, revoked, rotated and expired keys alike [KEY-3]', async () => {
    const { owner } = people()
    const revoked = await issueKey(app, owner, org, { deal_ids: [deal] })
    expect((await revoke(revoked.keyId)).status).toBe(204)
    const rotated = await issueKey(app, owner, org, { deal_ids: [deal] })
    expect((await rotate(rotated.keyId, 1, {})).status).toBe(200)
    const expired = await issueKey(app, owner, org, { deal_ids: [deal], expires_in_days: 1 })
    await app.sql("UPDATE api_key_secrets SET valid_until = now() - interval '1 second' WHERE key_id = $1", [
      expired.keyId,
    ])
    const bodies = new Set<string>()
    for (const token of [makeApiKey(), 'dck_mistyped', revoked.token, rotated.token, expired.token]) {
      const answer = await app.send('GET', metrics(), { token, ip: someIp() })
      expectRefusal(answer, 401, 'api_key_invalid')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      bodies.add(JSON.stringify(answer.body))
    }
    expect(bodies.size).toBe(1)
  })

  it('limits wrong keys by network, and goes on serving valid ones there [KEY-4]', async () => {
    const key = await issueKey(app, people().owner, org, { deal_ids: [deal] })
    const ip = someIp()
    await app.sql('INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)', [
      `api_key_guess:${ip}`,
      limitRules.api_key_guess.points,
      Date.now() + 1_000_000,
    ])
    const refused = await app.send('GET', metrics(), { token: makeApiKey(), ip })
    expectRefusal(refused, 429, 'rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.send('GET', metrics(), { token: key.token, ip })).status).toBe(200)
  })

  it.each([
    ['api_key', 'GET'],
    ['api_key_write', 'POST'],
  ] as const)('limits each key by itself with %s [KEY-9]', async (rule, method) => {
    const { owner } = people()
    const busy = await issueKey(app, owner, org, { scope: 'comment', deal_ids: [deal] })
    const calm = await issueKey(app, owner, org, { scope: 'comment', deal_ids: [deal] })
    await app.sql('INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)', [
      `${rule}:${busy.keyId}`,
      limitRules[rule].points,
      Date.now() + 1_000_000,
    ])
    const path = method === 'GET' ? metrics() : `/api/canvas/${deal}/comments`
    const refused = await busy.send(method, path, method === 'GET' ? undefined : comment)
    expectRefusal(refused, 429, 'rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await calm.send(method, path, method === 'GET' ? undefined : comment)).status).toBeLessThan(300)
  })

  it('never gives a key more than its creator has [KEY-8]', async () => {
    const { editor, viewer, outsider, superadmin } = people()
    for (const wanted of [{ all_deals: true }, { scope: 'admin' as const }, { scope: 'provisioning' as const }])
      expectRefusal(await askForKey(editor, org, wanted), 403, 'org_role_too_low')
    const byAdmin = await issueKey(app, editor, org, { scope: 'write', deal_ids: [deal] })
    expect((await byAdmin.get(`/api/deals/${deal}`)).body.role).toBe('editor')
    expectRefusal(await askForKey(viewer, org, {}), 403, 'org_role_too_low')
    expectRefusal(await askForKey(outsider, org, {}), 404, 'org_not_found')
    expectRefusal(await askForKey(superadmin, org, {}), 403, 'org_role_too_low')
    const byOwner = await issueKey(app, people().owner, org, { all_deals: true })
    expectRefusal(await rotate(byOwner.keyId, 1, {}, editor), 403, 'org_role_too_low')
    expectRefusal(await rotate(byAdmin.keyId, 1, {}, superadmin), 403, 'org_role_too_low')
    expect((await rotate(byAdmin.keyId, 1, {}, editor)).status).toBe(200)
    const foreign = await plantDeal(app, { orgId: await plantOrg(app) })
    expect((await askForKey(people().owner, org, { deal_ids: [foreign] })).status).toBe(422)
    expect((await askForKey(people().owner, org, { all_deals: true, deal_ids: [deal] })).status).toBe(422)
  })

  it('hides the names of deals from those who cannot see them, such as superadmins [KEY-8]', async () => {
    await issueKey(app, people().owner, org, { deal_ids: [deal, other] })
    const [key] = (await people().superadmin.get(keysPath())).body.api_keys
    expect([key.deals, key.hidden_deals]).toEqual([[], 2])
  })

  it('rotates a key with an overlap, in which both secrets work, and keeps its member and rights [KEY-10]', async () => {
    const key = await issueKey(app, people().owner, org, { deal_ids: [deal] })
    const answer = await rotate(key.keyId, 1, { overlap_hours: 2 })
    expect(answer.body).toMatchObject({ key_id: key.keyId, user_id: key.userId, version: 2 })
    expect(answer.body.former_secret_until).not.toBeNull()
    const next = holderOf(app, answer.body)
    for (const { get } of [key, next]) expect((await get(metrics())).status).toBe(200)
    app.advance(hours(2))
    try {
      expectRefusal(await key.get(metrics()), 401, 'api_key_invalid')
      expect((await next.get(metrics())).status).toBe(200)
    } finally {
      app.advance(-hours(2))
    }
    expect((await rotate(key.keyId, 2, { overlap_hours: 25 })).status).toBe(422)
    expectRefusal(await rotate(key.keyId, 1, {}), 409, 'stale_version')
    const unseen = await people().owner.send('POST', keysPath(`/${key.keyId}/rotate`), {})
    expectRefusal(unseen, 428, 'if_match_required')
    // A second rotation ends every secret except the newest, whatever the first one promised.
    const third = holderOf(app, (await rotate(key.keyId, 2, { overlap_hours: 1 })).body)
    expectRefusal(await key.get(metrics()), 401, 'api_key_invalid')
    for (const { get } of [next, third]) expect((await get(metrics())).status).toBe(200)
  })

  it('expires after 90 days unless its creator says otherwise, and after a year at most [KEY-3]', async () => {
    const lifetime = ({ body }: { body: { created_at: string; expires_at: string } }) =>
      Date.parse(body.expires_at) - Date.parse(body.created_at)
    expect(lifetime(await askForKey(people().owner, org, {}))).toBe(days(90))
    expect(lifetime(await askForKey(people().owner, org, { expires_in_days: 365 }))).toBe(days(365))
    expect((await askForKey(people().owner, org, { expires_in_days: 366 })).status).toBe(422)
  })

  it('ends streams and channels of a revoked key, and its next request fails [KEY-11]', async () => {
    const key = await issueKey(app, people().owner, org, { deal_ids: [deal] })
    const stream = await openStream(app.service.app, `/api/canvas/${deal}/events`, key.token, {
      accept: 'text/event-stream',
    })
    await stream.first(1)
    const channel = await openLive(app.service.app, deal, key.token)
    expect(channel.refused).toBeUndefined()
    await channel.hears('hello')
    expect((await revoke(key.keyId)).status).toBe(204)
    expectRefusal(await key.get(metrics()), 401, 'api_key_invalid')
    expect(readFrames(await stream.text()).at(-1)).toMatchObject({ event: 'bye' })
    expect((await channel.closed).code).toBeGreaterThan(4000)
    expect(await list()).toEqual([])
    expectRefusal(await revoke(key.keyId, 2), 404, 'api_key_not_found')
  })

  it('ends the keys of a suspended organization [KEY-12]', async () => {
    const key = await issueKey(app, people().owner, org, { deal_ids: [deal] })
    const stream = await openStream(app.service.app, `/api/canvas/${deal}/events`, key.token, {
      accept: 'text/event-stream',
    })
    await stream.first(1)
    await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
    expectRefusal(await key.get(metrics()), 401, 'api_key_invalid')
    expect(readFrames(await stream.text()).at(-1)).toMatchObject({ event: 'bye' })
  })

  it('goes on working when its creator is demoted or leaves, and says so [KEY-19]', async () => {
    const key = await issueKey(app, people().editor, org, { deal_ids: [deal] })
    const { editor, owner } = people()
    await owner.send('PUT', `/api/orgs/${org}/members/${editor.userId}`, { role: 'member' })
    expect((await list())[0]).toMatchObject({ created_by: editor.userId, created_by_role: 'member' })
    await owner.send('DELETE', `/api/orgs/${org}/members/${editor.userId}`)
    expect((await list())[0]).toMatchObject({ created_by: editor.userId, created_by_role: null })
    expect((await key.get(metrics())).status).toBe(200)
  })

  it('counts as no person: it is not listed, cannot be managed, and nobody signs in to it [KEY-13]', async () => {
    const { owner, superadmin } = people()
    const countMembers = async () => (await owner.get(`/api/orgs/${org}`)).body.member_count
    const before = await countMembers()
    const key = await issueKey(app, owner, org, { scope: 'write', deal_ids: [deal] })
    expect(await countMembers()).toBe(before)
    const { members } = (await owner.get(`/api/orgs/${org}/members`)).body
    expect(members.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(key.userId)
    const asAdmin = await owner.send('PUT', `/api/orgs/${org}/members/${key.userId}`, { role: 'admin' })
    expectRefusal(asAdmin, 404, 'member_not_found')
    const onDeal = await owner.send('PUT', `/api/canvas/${deal}/members/${key.userId}`, { role: 'owner' })
    expectRefusal(onDeal, 404, 'user_not_found')
    expect((await owner.send('PUT', `/api/canvas/${deal}/committee/${key.userId}`)).status).toBe(404)
    const found = await superadmin.get('/api/superadmin/users?search=Fund%20reporting')
    expect(found.body.users).toEqual([])
    const canvas = (await owner.get(`/api/canvas/${deal}`)).body
    expect(JSON.stringify(canvas.participants)).not.toContain(key.userId)
  })

  it('is written to the admin log and mailed to the owners, without the secret [KEY-14]', async () => {
    const key = await issueKey(app, people().editor, org, { name: 'Ledger', deal_ids: [deal] })
    const rotated = await rotate(key.keyId, 1, {})
    await revoke(key.keyId, 2)
    const acts = await app.sql<{ action: string; text: string }>(
      'SELECT action, admin_log::text AS text FROM admin_log WHERE target_id = $1 ORDER BY at, id',
      [key.keyId],
    )
    expect(acts.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.rotated', 'api_key.revoked'])
    const written = acts.map(({ text }) => text).join()
    for (const secret of [key.token, rotated.body.key]) expect(written).not.toContain(secret)
    await expect
      .poll(async () => (await app.mails()).filter((mail) => mail.includes('Ledger')).length, { timeout: 10_000 })
      .toBe(2)
    for (const mail of await app.mails()) expect(mail).not.toContain(key.token)
  })

  it('repeats an answer under an Idempotency-Key for the same API key only, and never its secret [KEY-15]', async () => {
    const { owner } = people()
    const once = { 'idempotency-key': 'once' }
    const wanted = { name: 'Twice', scope: 'comment', deal_ids: [deal] }
    const first = await owner.send('POST', keysPath(), wanted, once)
    const second = await owner.send('POST', keysPath(), wanted, once)
    expect(second.body.key_id).toBe(first.body.key_id)
    expect(second.body.key).toBeUndefined()
    const [one, two] = [holderOf(app, first.body), await issueKey(app, owner, org, { scope: 'comment', deal_ids: [deal] })]
    const post = ({ send }: typeof one) => send('POST', `/api/canvas/${deal}/comments`, comment, once)
    const [posted, repeated, others] = [await post(one), await post(one), await post(two)]
    expect(repeated.body).toEqual(posted.body)
    expect(others.body.id).not.toBe(posted.body.id)
  })

  it('creates deals in its organization with the role of its scope, and no personal ones [KEY-16]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'write', deal_ids: [] })
    const intake = await key.send('POST', '/api/intake', {})
    const named = await key.send('POST', `/api/intake/${intake.body.conversation_id}/deal-name`, {
      deal_name: 'From the data room',
    })
    expect(named.status).toBe(200)
    const id = intake.body.deal_id
    expect((await key.get(`/api/deals/${id}`)).body).toMatchObject({ role: 'editor', org_id: org })
    expect((await key.get(`/api/intake/${intake.body.conversation_id}`)).status).toBe(200)
    expect((await people().owner.get(`/api/deals/${id}`)).body.role).toBe('owner')
    const created = await key.send('POST', '/api/deals', { name: 'Direct' })
    expect(created.body).toMatchObject({ role: 'editor', org_id: org })
    expectRefusal(await key.send('POST', '/api/deals', { name: 'Mine', org_id: null }), 403, 'key_scope')
    const [granted] = await list()
    expect(granted.deals.map(({ name }: { name: string }) => name)).toEqual(['Direct', 'From the data room'])
  })

  it('issues deal tokens that can do no more than the key and end with it [KEY-17]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'comment', deal_ids: [deal, other] })
    const { token } = (await key.send('POST', `/api/canvas/${deal}/token/refresh`)).body
    const ask = (method: string, path: string, body?: unknown) => app.send(method, path, { token, body })
    expect((await ask('GET', metrics())).status).toBe(200)
    expect((await ask('POST', `/api/canvas/${deal}/comments`, comment)).status).toBe(201)
    expectRefusal(await ask('PUT', `/api/canvas/${deal}/sections/x`, { content: 'x' }), 403, 'key_scope')
    expectRefusal(await ask('GET', metrics(other)), 403, 'token_scope')
    expectRefusal(await ask('GET', '/api/deals'), 403, 'token_scope')
    await revoke(key.keyId)
    expectRefusal(await ask('GET', metrics()), 401, 'session_ended')
  })

  it('notes when and from which network it was last used, once a minute [KEY-18]', async () => {
    const key = await issueKey(app, people().owner, org, { deal_ids: [deal] })
    const ip = someIp()
    const used = async () => {
      const [{ last_used_at: at, last_used_network: network }] = await list()
      return { at, network }
    }
    await app.send('GET', metrics(), { token: key.token, ip })
    await expect.poll(async () => (await used()).network, { timeout: 10_000 }).toBe(ip)
    const first = await used()
    await app.send('GET', metrics(), { token: key.token, ip: someIp() })
    expect(await used()).toEqual(first)
    app.advance(minutes(1))
    try {
      const next = someIp()
      await app.send('GET', metrics(), { token: key.token, ip: next })
      await expect.poll(async () => (await used()).network, { timeout: 10_000 }).toBe(next)
    } finally {
      app.advance(-minutes(1))
    }
  })

  it('leaves its name beside what it wrote when it is revoked [KEY-13]', async () => {
    const key = await issueKey(app, people().owner, org, { scope: 'comment', deal_ids: [deal] })
    await key.send('POST', `/api/canvas/${deal}/comments`, comment)
    await revoke(key.keyId)
    const { comments } = (await people().owner.get(`/api/canvas/${deal}/comments`)).body
    expect(comments[0].author_name).toBe('Fund reporting (API key)')
  })
})
