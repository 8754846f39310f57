import { beforeEach, expect, it } from 'vitest'
import { write } from '../../testing/commenting.ts'
import { act, forgetNotifications, noticeTo, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'
import { plantModel } from '../../testing/workbooks.ts'

onService('deal list item', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    await forgetNotifications(app)
    const { owner, editor, viewer } = people()
    deal = await plantDeal(app, {
      name: 'Lined up',
      members: { [owner.userId]: 'owner', [editor.userId]: 'editor', [viewer.userId]: 'viewer' },
    })
  })
  const lineFor = async (person: Person, id = deal) => {
    const { status, body } = await person.get('/api/deals?limit=100')
    expect(status).toBe(200)
    return body.deals.find((line: { deal_id: string }) => line.deal_id === id)
  }

  it('shows only the members for a deal without activity', async () => {
    const { owner, editor, viewer } = people()
    expect(await lineFor(viewer)).toMatchObject({
      model_integrity_score: null,
      open_blockers: 0,
      unread: 0,
      people_count: 3,
      last_event: null,
    })
    const { people: shown } = await lineFor(viewer)
    expect(shown.map((member: { user_id: string }) => member.user_id).toSorted()).toEqual(
      [owner, editor, viewer].map(({ userId }) => userId).toSorted(),
    )
    expect(Object.keys(shown[0]).toSorted()).toEqual(['avatar_url', 'display_name', 'email_verified', 'user_id'])
  })

  it('shows the first 4 members and counts all of them, leaving out suspended users', async () => {
    const { viewer } = people()
    const others = await app.sql<{ id: string }>(
      'SELECT id FROM users u WHERE NOT EXISTS (SELECT 1 FROM deal_members m WHERE m.deal_id = $1 AND m.user_id = u.id)',
      [deal],
    )
    for (const { id } of others) await app.sql("INSERT INTO deal_members VALUES ($1, $2, 'viewer', now())", [deal, id])
    const line = await lineFor(viewer)
    expect([line.people.length, line.people_count]).toEqual([4, 3 + others.length])
    const [last] = others
    await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [last?.id])
    expect((await lineFor(viewer)).people_count).toBe(2 + others.length)
    await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [last?.id])
  })

  it('shows the score of the current model version, and null until a new version is assessed', async () => {
    const { editor, viewer } = people()
    await plantModel(app, editor, deal)
    const quality = (await viewer.get(`/api/canvas/${deal}/data-quality`)).body
    expect(quality.status).toBe('assessed')
    expect((await lineFor(viewer)).model_integrity_score).toBe(quality.model_integrity_score)
    await app.sql('UPDATE deal_models SET version = version + 1 WHERE deal_id = $1', [deal])
    expect((await lineFor(viewer)).model_integrity_score).toBeNull()
    await viewer.get(`/api/canvas/${deal}/data-quality`)
    expect((await lineFor(viewer)).model_integrity_score).toBe(quality.model_integrity_score)
  })

  it('counts open blockers for everyone and unread notifications per user, and shows the latest event', async () => {
    const { owner, editor, viewer } = people()
    await write(editor, { path: `/api/canvas/${deal}/comments` }, { comment_type: 'blocker' })
    await forgetNotifications(app)
    for (let n = 0; n < 2; n++) await act(app, editor, deal, noticeTo([viewer]))
    expect(await lineFor(viewer)).toMatchObject({
      open_blockers: 1,
      unread: 2,
      last_event: { type: 'comment.created', actor_name: 'Priya Nair', actor_email_verified: true },
    })
    expect(await lineFor(owner)).toMatchObject({ open_blockers: 1, unread: 0 })
  })

  it('filters the deal list by open or finalized status', async () => {
    const { viewer } = people()
    const decided = await plantDeal(app, { name: 'Decided', members: { [viewer.userId]: 'viewer' } })
    await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [decided])
    const ids = async (query: string): Promise<string[]> =>
      (await viewer.get(`/api/deals?limit=100${query}`)).body.deals.map((line: { deal_id: string }) => line.deal_id)
    expect(await ids('&status=finalized')).toEqual([decided])
    expect(await ids('&status=open')).not.toContain(decided)
    expect(await ids('&status=open')).toContain(deal)
    expect(await ids('')).toEqual(expect.arrayContaining([deal, decided]))
    expect((await viewer.get('/api/deals?status=archived')).status).toBe(422)
  })
})
