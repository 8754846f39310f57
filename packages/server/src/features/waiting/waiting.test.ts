import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type CommitteeDeal, committeeDeal } from '../../testing/committee.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg, plantTeam, useUp } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { createWaitingFeature } from './index.ts'

onEachService('what waits for a person', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
  let deal: CommitteeDeal
  const planted = (more: { committee?: readonly Person[] } = {}) => {
    const { owner, editor, commenter, viewer } = people()
    return committeeDeal(app, {
      owner,
      members: [
        [editor, 'editor'],
        [commenter, 'commenter'],
        [viewer, 'viewer'],
      ],
      ...more,
    })
  }
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM deals')
    deal = await planted()
  })
  const waitingOf = async (person: Person, query = '') => {
    const { status, body } = await person.get(`/api/waiting${query}`)
    expect([status, body]).toEqual([200, body])
    return body
  }
  const kindsOf = async (person: Person): Promise<string[]> =>
    (await waitingOf(person)).items.map(({ kind }: { kind: string }) => kind)
  const ask = async (assignee: Person, more: object = {}, at = deal) => {
    const body = { subject: 'legal', assignee_id: assignee.userId, ...more }
    const asked = await people().owner.send('POST', at.at('sign-offs'), body)
    expect([asked.status, asked.body]).toEqual([201, asked.body])
    return asked.body
  }
  const sign = async (id: string, person: Person) => {
    const { now } = (await person.get(deal.at('sign-offs'))).body
    expect((await person.send('POST', deal.at(`sign-offs/${id}/sign`), { signed_on: now })).status).toBe(201)
  }
  /** A deal without a model has no scenarios, so they are planted. */
  const propose = async (dealId: string, by: Person, name = 'Downside'): Promise<void> => {
    await app.sql(
      `INSERT INTO scenarios (id, deal_id, name, color, visibility, overrides, proposed_against, proposed_by,
          proposed_at, version, created_by, created_at, updated_at)
        VALUES (gen_random_uuid(), $1, $2, 'blue', 'private', '[]', '{}', $3, now(), 1, $3, now(), now())`,
      [dealId, name, by.userId],
    )
  }

  it('lists votes, sign-offs, requests, conditions and proposals that wait for the caller, with the place of each [WAITING-1]', async () => {
    const { owner, editor, viewer } = people()
    deal = await planted({ committee: [editor, owner] })
    const { version } = (await owner.get(deal.at('committee'))).body
    const seen = { 'if-match': `"${version}"` }
    await owner.send('PATCH', deal.at('committee'), { ic_date: '2026-12-03' }, seen)
    await ask(editor, { due_on: '2026-12-02' })
    await ask(editor, { subject: 'other', label: 'Roof report' })
    const condition = { text: 'Tax opinion', owner_id: editor.userId, due_on: '2026-12-01' }
    expect((await owner.send('POST', deal.at('conditions'), condition)).status).toBe(201)
    const request = { title: 'Ask for the rent roll', assignee_id: editor.userId, due_date: '2026-11-30' }
    const asked = await owner.send('POST', deal.at('requests'), request)
    expect(asked.status).toBe(201)
    await propose(deal.id, editor)
    const { name } = (await owner.get(`/api/deals/${deal.id}`)).body
    const common = { deal_id: deal.id, deal_name: name, path: `/app/canvas/${deal.id}/committee` }
    expect(await waitingOf(editor)).toMatchObject({
      items: [
        {
          ...common,
          kind: 'request',
          id: asked.body.id,
          what: request.title,
          due_date: '2026-11-30',
          path: `${common.path}#requests`,
        },
        { kind: 'condition', what: 'Tax opinion', due_date: '2026-12-01', ...common },
        { kind: 'sign_off', what: 'Legal', due_date: '2026-12-02', ...common },
        { kind: 'vote', what: 'Vote on version 1 of the memo', due_date: '2026-12-03', ...common, id: deal.id },
        { kind: 'sign_off', what: 'Roof report', due_date: null, ...common },
      ],
      total: 5,
      is_more_than_total: false,
      next_cursor: null,
      has_more: false,
    })
    const lineOf = async (person: Person) => (await person.get('/api/deals')).body.deals[0]
    expect([(await lineOf(editor)).waiting, (await lineOf(viewer)).waiting]).toEqual([5, 0])
    expect((await waitingOf(owner)).items).toMatchObject([
      { kind: 'vote' },
      { kind: 'scenario_proposal', what: 'Downside', due_date: null, path: `/app/canvas/${deal.id}/scenarios` },
    ])
    expect(await waitingOf(viewer)).toMatchObject({ items: [], total: 0 })
    expect((await app.send('GET', '/api/waiting')).status).toBe(401)
  })

  it('lists a vote and a sign-off until they are given, and again once the memo has changed, with the time of that [WAITING-2]', async () => {
    const { editor } = people()
    deal = await planted({ committee: [editor] })
    const { id } = await ask(editor)
    expect(await kindsOf(editor)).toEqual(['vote', 'sign_off'])
    await deal.vote(editor, 'approve')
    await sign(id, editor)
    expect(await waitingOf(editor)).toMatchObject({ items: [], total: 0 })
    const before = new Date().toISOString()
    await deal.write('The second text.')
    const { items } = await waitingOf(editor)
    expect(items.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['sign_off', 'vote'])
    for (const { since } of items) expect(since >= before).toBe(true)
  })

  it('lists only open conditions, also of a finalized deal, and no votes, sign-offs or proposals of one [WAITING-2]', async () => {
    const { owner, editor } = people()
    deal = await planted({ committee: [owner] })
    await ask(owner)
    await propose(deal.id, editor)
    const condition = { text: 'Tax opinion', owner_id: owner.userId }
    const { id } = (await owner.send('POST', deal.at('conditions'), condition)).body
    expect((await kindsOf(owner)).sort()).toEqual(['condition', 'scenario_proposal', 'sign_off', 'vote'])
    expect((await deal.finalize(owner)).status).toBe(200)
    expect(await kindsOf(owner)).toEqual(['condition'])
    await owner.send('PATCH', deal.at(`conditions/${id}`), { status: 'met' }, { 'if-match': '"1"' })
    expect(await kindsOf(owner)).toEqual([])
  })

  it('lists nothing of archived deals [WAITING-2]', async () => {
    const { owner, editor } = people()
    await ask(editor)
    expect((await owner.send('DELETE', `/api/deals/${deal.id}`)).status).toBeLessThan(300)
    expect(await waitingOf(editor)).toMatchObject({ items: [], total: 0 })
  })

  it('lists and counts nothing of deals that the caller can no longer see [WAITING-3]', async () => {
    const { owner, editor, commenter } = people()
    deal = await planted({ committee: [editor] })
    await ask(editor)
    await owner.send('POST', deal.at('conditions'), { text: 'Tax opinion', owner_id: editor.userId })
    expect((await waitingOf(editor)).total).toBe(3)
    const { waiting } = createWaitingFeature(app.service)
    expect(await waiting.waitingCounts(editor.userId, [deal.id, 'nowhere'])).toEqual(new Map([[deal.id, 3]]))
    expect(await waiting.waitingCounts(commenter.userId, [deal.id])).toEqual(new Map())
    expect(await waiting.waitingCounts(editor.userId, [])).toEqual(new Map())
    expect((await owner.send('DELETE', deal.at(`members/${editor.userId}`))).status).toBe(204)
    expect(await waitingOf(editor)).toMatchObject({ items: [], total: 0 })
    expect(await waiting.waitingCounts(editor.userId, [deal.id])).toEqual(new Map())
  })

  it('lists proposals only for owners of the deal, by membership, team or organization, and not while their role has no effect [WAITING-3]', async () => {
    const { editor, commenter, viewer, outsider, superadmin: founder } = people()
    const orgId = await plantOrg(app, {
      [founder.userId]: 'owner',
      [commenter.userId]: 'admin',
      [viewer.userId]: 'member',
      [editor.userId]: 'member',
    })
    const id = await plantDeal(app, { orgId, members: { [editor.userId]: 'editor', [outsider.userId]: 'owner' } })
    const teamId = await plantTeam(app, orgId, [viewer.userId])
    expect((await founder.send('PUT', `/api/canvas/${id}/teams/${teamId}`, { role: 'owner' })).status).toBeLessThan(300)
    await propose(id, editor)
    for (const person of [founder, viewer, outsider]) expect(await kindsOf(person)).toEqual(['scenario_proposal'])
    for (const person of [editor, commenter]) expect(await kindsOf(person)).toEqual([])
    expect((await founder.send('PUT', `/api/canvas/${id}/teams/${teamId}`, { role: 'editor' })).status).toBeLessThan(
      300,
    )
    expect(await kindsOf(viewer)).toEqual([])
    await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [orgId])
    for (const person of [founder, outsider]) expect(await kindsOf(person)).toEqual([])
  })

  it('answers at most 50 a page, each item once and in order, and counts at most 99 [WAITING-4]', async () => {
    const { owner, editor } = people()
    const days = ['2026-12-01', '2026-12-02', null]
    const plant = (many: number) =>
      app.sql(
        `INSERT INTO deal_conditions (id, deal_id, text, owner_id, due_on, status, decided_with, version, created_by,
            created_at, updated_at)
          SELECT gen_random_uuid(), $1, 'Condition ' || n, $2, ($3::text[])[n % 3 + 1], 'open', false, 1, $4,
            '2026-11-01'::timestamptz + (n % 4) * interval '1 hour', now() FROM generate_series(1, $5::int) n`,
        [deal.id, editor.userId, days, owner.userId, many],
      )
    await plant(97)
    await ask(editor, { due_on: '2026-12-02' })
    await ask(editor)
    const whole = await waitingOf(editor, '?limit=50')
    expect(whole).toMatchObject({ total: 99, is_more_than_total: false, has_more: true })
    expect(whole.items).toHaveLength(50)
    await ask(editor)
    expect(await waitingOf(editor)).toMatchObject({ total: 99, is_more_than_total: true })
    const read: { id: string; due_date: string | null; since: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: typeof read; next_cursor: string | null } = await waitingOf(
        editor,
        `?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      read.push(...page.items)
      cursor = page.next_cursor
    }
    expect(new Set(read.map(({ id }) => id)).size).toBe(100)
    expect(read).toHaveLength(100)
    const keys = read.map(({ due_date, since }) => `${due_date ?? '9999-99-99'} ${since}`)
    expect(keys).toEqual(keys.toSorted())
  })

  it('refuses a page of more than 50 and a cursor that the service did not issue with 422 [WAITING-4]', async () => {
    const { editor } = people()
    const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const at = '2026-11-01T00:00:00.000Z'
    const wrong = [
      'limit=51',
      'limit=0',
      'cursor=x',
      `cursor=${cursor(at, randomUUID())}`,
      `cursor=${cursor(at, '2026-02-30 vote:x')}`,
      `cursor=${cursor(at, ' vote:\0')}`,
      `cursor=${cursor('yesterday', ' vote:x')}`,
    ]
    for (const query of wrong) expect([query, (await editor.get(`/api/waiting?${query}`)).status]).toEqual([query, 422])
    expect((await editor.get(`/api/waiting?cursor=${cursor(at, ' vote:x')}`)).status).toBe(200)
  })

  it('limits how often a person asks what waits [WAITING-4]', async () => {
    const { viewer } = people()
    expect((await viewer.get('/api/waiting')).status).toBe(200)
    await useUp(app, 'waiting', viewer.userId)
    expectRefusal(await viewer.get('/api/waiting'), 429, 'rate_limited')
  })
})
