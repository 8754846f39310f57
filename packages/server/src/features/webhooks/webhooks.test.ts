import { maxWebhooks } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { readAll, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg, useUp } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('webhooks of an organization', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider')
  let org: string
  beforeEach(async () => {
    await forgetLimits(app)
    org = await plantOrg(app, { [people().owner.userId]: 'admin', [people().viewer.userId]: 'member' })
  })
  const at = (path = '') => `/api/orgs/${org}/webhooks${path}`
  const wanted = { name: ' Pipeline tracker ', url: 'https://hooks.example.com/deals?token=path-token' }
  const create = async (body: object = wanted, person: Person = people().owner) => person.send('POST', at(), body)
  const change = (id: string, version: number, body: object) =>
    people().owner.send('PATCH', at(`/${id}`), body, { 'if-match': `"${version}"` })

  it('are added, listed, changed and removed by admins, with the secret answered once [HOOK-1, HOOK-2]', async () => {
    const created = await create()
    expect([created.status, created.body]).toEqual([
      201,
      {
        webhook: {
          id: expect.any(String),
          name: 'Pipeline tracker',
          url: wanted.url,
          event_types: null,
          deal_ids: null,
          enabled: true,
          disabled_reason: null,
          failing_since: null,
          last_delivered_at: null,
          dead_letters: 0,
          former_secret_until: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
          version: 1,
        },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ])
    const { id } = created.body.webhook
    expect((await people().owner.get(at())).body.webhooks).toEqual([created.body.webhook])
    const deal = await plantDeal(app, { orgId: org })
    const changed = await change(id, 1, { enabled: false, deal_ids: [deal, deal], event_types: ['vote.cast'] })
    expect(changed.body).toMatchObject({ enabled: false, deal_ids: [deal], event_types: ['vote.cast'], version: 2 })
    expect((await people().owner.send('DELETE', at(`/${id}`), undefined, { 'if-match': '"2"' })).status).toBe(204)
    expect((await people().owner.get(at())).body.webhooks).toEqual([])
    expect((await recorded(app, org)).map((act) => act['action'])).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.deleted',
    ])
  })

  it('keep secret and path out of the database, the admin log and stored answers [HOOK-2]', async () => {
    const { body } = await people().owner.send('POST', at(), wanted, { 'idempotency-key': `key-${org}` })
    const rotated = await people().owner.send('POST', at(`/${body.webhook.id}/rotate`), undefined, {
      'if-match': '"1"',
      'idempotency-key': `other-${org}`,
    })
    const secrets = [body.secret, rotated.body.secret].map((secret: string) => secret.slice('whsec_'.length))
    const tables = await Promise.all(
      ['webhook_targets', 'admin_log', 'idempotency_keys'].map((table) =>
        app.sql<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table} t`),
      ),
    )
    for (const { row } of tables.flat()) for (const secret of secrets) expect(row).not.toContain(secret)
    expect(JSON.stringify(await recorded(app, org))).not.toContain('path-token')
  })

  it('are not seen or changed by members and strangers [HOOK-1]', async () => {
    const { id } = (await create()).body.webhook
    for (const [person, status, code] of [
      [people().viewer, 403, 'org_role_too_low'],
      [people().outsider, 404, 'org_not_found'],
    ] as const) {
      expectRefusal(await person.get(at()), status, code)
      expectRefusal(await create(wanted, person), status, code)
      expectRefusal(await person.get(at(`/${id}/deliveries`)), status, code)
      for (const path of [`/${id}/test`, `/${id}/replay`])
        expectRefusal(await person.send('POST', at(path)), status, code)
      expectRefusal(await person.send('POST', at(`/${id}/rotate`), undefined, { 'if-match': '"1"' }), status, code)
    }
    const other = await plantOrg(app, { [people().outsider.userId]: 'admin' })
    const foreign = `/api/orgs/${other}/webhooks/${id}`
    expectRefusal(await people().outsider.get(`${foreign}/deliveries`), 404, 'webhook_not_found')
    expectRefusal(await people().outsider.send('POST', `${foreign}/test`), 404, 'webhook_not_found')
    expectRefusal(
      await people().outsider.send('PATCH', foreign, { enabled: false }, { 'if-match': '"1"' }),
      404,
      'webhook_not_found',
    )
    expectRefusal(
      await people().outsider.send('DELETE', foreign, undefined, { 'if-match': '"1"' }),
      404,
      'webhook_not_found',
    )
  })

  it('are not changed over a version that was not seen [HOOK-1]', async () => {
    const { id } = (await create()).body.webhook
    expectRefusal(await people().owner.send('PATCH', at(`/${id}`), { name: 'x' }), 428, 'if_match_required')
    expectRefusal(await people().owner.send('DELETE', at(`/${id}`)), 428, 'if_match_required')
    expectRefusal(await people().owner.send('POST', at(`/${id}/rotate`)), 428, 'if_match_required')
    await change(id, 1, { name: 'Renamed' })
    expectRefusal(await change(id, 1, { name: 'Lost' }), 409, 'stale_version')
    expect((await people().owner.get(at())).body.webhooks[0]).toMatchObject({ name: 'Renamed', version: 2 })
  })

  it.each<[string, string, object]>([
    ['http', 'url', { url: 'http://hooks.example.com/' }],
    ['a private address', 'url', { url: 'https://10.0.0.5/' }],
    ['a metadata address written as a number', 'url', { url: 'https://2852039166/' }],
    ['a password in the URL', 'url', { url: 'https://me:word@hooks.example.com/' }],
    ['a privileged port', 'url', { url: 'https://hooks.example.com:25/' }],
    ['no URL', 'url', { url: 'hooks' }],
    ['a blank name', 'name', { name: '  ' }],
    ['no event type', 'event_types', { event_types: [] }],
    ['no deal', 'deal_ids', { deal_ids: [] }],
    ['a deal of somebody else', 'deal_ids', { deal_ids: ['demo-riverside'] }],
  ])('reject %s with 422 and change nothing [HOOK-3]', async (_, field, body) => {
    const answer = await create({ ...wanted, ...body })
    expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, ['body', field]])
    expect((await people().owner.get(at())).body.webhooks).toEqual([])
  })

  it(`are at most ${maxWebhooks} per organization [HOOK-1]`, async () => {
    for (let n = 0; n < maxWebhooks; n++) expect((await create()).status).toBe(201)
    expectRefusal(await create(), 409, 'too_many_webhooks')
  })

  it('list their deliveries page by page, the newest first, and keep them 30 days [HOOK-10]', async () => {
    const { id } = (await create({ ...wanted, enabled: false })).body.webhook
    await app.sql(
      `INSERT INTO webhook_deliveries (id, target_id, event_type, state, attempts, created_at)
        SELECT gen_random_uuid(), $1, 'test.' || n, 'delivered', 1, now() - n * interval '10 days'
        FROM generate_series(0, 4) n`,
      [id],
    )
    const types = async () =>
      (await readAll(people().owner, at(`/${id}/deliveries`), 'deliveries', 2)).map(
        (item) => (item as { event_type: string }).event_type,
      )
    expect(await types()).toEqual(['test.0', 'test.1', 'test.2', 'test.3', 'test.4'])
    const dead = await people().owner.get(at(`/${id}/deliveries?state=dead_letter`))
    expect(dead.body).toEqual({ deliveries: [], next_cursor: null, has_more: false })
  })

  it('limit how often they are tested [HOOK-10]', async () => {
    const { id } = (await create({ ...wanted, enabled: false })).body.webhook
    await useUp(app, 'webhook_test', people().owner.userId)
    expectRefusal(await people().owner.send('POST', at(`/${id}/test`)), 429, 'rate_limited')
  })
})
