import { maxSavedViews } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('saved views', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider')
  let org: string
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM saved_views')
    const { editor, viewer } = people()
    org = await plantOrg(app, { [editor.userId]: 'admin', [viewer.userId]: 'member' })
  })
  const views = async (person: Person) => (await person.get('/api/saved-views')).body.views
  const save = (person: Person, body: object) => person.send('POST', '/api/saved-views', body)
  const edit = (person: Person, id: string, body: object, version: number) =>
    person.send('PATCH', `/api/saved-views/${id}`, body, { 'if-match': `"${version}"` })
  const remove = (person: Person, id: string, version: number) =>
    person.send('DELETE', `/api/saved-views/${id}`, undefined, { 'if-match': `"${version}"` })

  const given = {
    name: 'Closing soon',
    filters: { stage: 'closing', city: 'Phoenix', ic_to: '2026-12-31' },
    sort: 'size',
    order: 'desc',
    columns: ['stage', 'size', 'return'],
    metrics: ['levered_irr_pct', 'dscr'],
  }

  it('are kept with filters, sort, columns and metrics, listed by name, changed and deleted [VIEW-1]', async () => {
    const { editor } = people()
    const { status, body } = await save(editor, { ...given, name: '  Closing soon ' })
    expect([status, body]).toMatchObject([201, { ...given, org_id: null, is_mine: true, version: 1 }])
    expect((await save(editor, { name: 'All' })).body).toMatchObject({
      filters: {},
      sort: 'activity',
      order: 'desc',
      columns: [],
      metrics: [],
    })
    expect((await views(editor)).map(({ name }: { name: string }) => name)).toEqual(['All', 'Closing soon'])
    const changed = await edit(editor, body.id, { name: 'Now closing', filters: {}, sort: 'name' }, 1)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Now closing', filters: {}, sort: 'name', order: 'asc', columns: given.columns, version: 2 },
    ])
    expect((await remove(editor, body.id, 2)).status).toBe(204)
    expect(await views(editor)).toHaveLength(1)
  })

  it('reject a stale If-Match with 409, a missing one with 428, and a name or list that is used twice [VIEW-2]', async () => {
    const { editor } = people()
    const { id } = (await save(editor, given)).body
    expectRefusal(await edit(editor, id, { name: 'Other' }, 7), 409, 'stale_version')
    expectRefusal(await remove(editor, id, 7), 409, 'stale_version')
    expectRefusal(await editor.send('PATCH', `/api/saved-views/${id}`, { name: 'x' }), 428, 'if_match_required')
    expectRefusal(await save(editor, { name: 'CLOSING soon' }), 409, 'saved_view_name_taken')
    const other = (await save(editor, { name: 'Other' })).body.id
    expectRefusal(await edit(editor, other, { name: 'closing Soon' }, 1), 409, 'saved_view_name_taken')
    expect((await edit(editor, id, { name: 'CLOSING SOON' }, 1)).status).toBe(200)
    expect((await save(editor, { name: '  ' })).status).toBe(422)
    expect((await save(editor, { name: 'Twice', columns: ['size', 'size'] })).status).toBe(422)
    expect((await save(editor, { name: 'Odd', columns: ['moon'] })).status).toBe(422)
    expect((await save(editor, { name: 'Odd', filters: { stage: 'someday' } })).status).toBe(422)
    expect((await save(editor, { name: 'Odd', metrics: Array.from({ length: 13 }, (_, n) => `m${n}`) })).status).toBe(
      422,
    )
  })

  it('are at most 50 per person, however many are saved at once [VIEW-3]', async () => {
    const { editor, viewer } = people()
    await app.sql(
      `INSERT INTO saved_views (id, user_id, name, filters, sort, direction, columns, metrics, version, created_at, updated_at)
        SELECT gen_random_uuid(), $1, 'View ' || n, '{}', 'name', 'asc', '[]', '[]', 1, now(), now()
        FROM generate_series(1, $2) n`,
      [editor.userId, maxSavedViews - 1],
    )
    const answers = await Promise.all([1, 2, 3].map((n) => save(editor, { name: `At once ${n}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expectRefusal(await save(editor, { name: 'One more' }), 409, 'too_many_saved_views')
    expect((await save(viewer, { name: 'One more' })).status).toBe(201)
  })

  it('belong to one person: nobody else sees, changes or deletes them [VIEW-4]', async () => {
    const { editor, viewer } = people()
    const { id } = (await save(editor, given)).body
    expect(await views(viewer)).toEqual([])
    expectRefusal(await edit(viewer, id, { name: 'Mine' }, 1), 404, 'saved_view_not_found')
    expectRefusal(await remove(viewer, id, 1), 404, 'saved_view_not_found')
  })

  it('are shared by owners and admins of an organization with its members, until they are one no longer [VIEW-5]', async () => {
    const { editor, viewer, outsider } = people()
    expectRefusal(await save(viewer, { ...given, org_id: org }), 403, 'org_role_too_low')
    expectRefusal(await save(outsider, { ...given, org_id: org }), 404, 'org_not_found')
    const { id } = (await save(editor, { ...given, org_id: org })).body
    expect(await views(viewer)).toMatchObject([{ id, is_mine: false, org_id: org, author_name: 'Priya Nair' }])
    expect(await views(outsider)).toEqual([])
    expectRefusal(await edit(viewer, id, { name: 'Mine' }, 1), 404, 'saved_view_not_found')
    await app.sql("UPDATE org_members SET role = 'member' WHERE org_id = $1 AND user_id = $2", [org, editor.userId])
    expect(await views(viewer)).toEqual([])
    expect(await views(editor)).toHaveLength(1)
    await app.sql("UPDATE org_members SET role = 'admin' WHERE org_id = $1 AND user_id = $2", [org, editor.userId])
    await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
    expect(await views(viewer)).toEqual([])
    await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [org])
    expect((await edit(editor, id, { org_id: null }, 1)).body.org_id).toBeNull()
    expect(await views(viewer)).toEqual([])
  })
})
