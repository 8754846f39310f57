import { expect, it } from 'vitest'
import { bundleOf, importBundle } from '../../testing/bundling.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDeal, plantOrg } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { plantModel } from '../../testing/workbooks.ts'

onService('the bundle of a deal with requests', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'outsider', 'superadmin')

  it('keeps requests with their sources, and settled findings, with people as names whom nobody reminds [TASK-10]', async () => {
    const { owner, editor, outsider, superadmin } = people()
    const orgId = await plantOrg(app, { [owner.userId]: 'admin', [editor.userId]: 'member' })
    const members = { [owner.userId]: 'owner', [editor.userId]: 'editor' } as const
    const deal = await plantDeal(app, { orgId, members })
    const at = (path: string) => `/api/canvas/${deal}/${path}`
    await plantModel(app, editor, deal)
    const [finding] = (await owner.get(at('data-quality'))).body.data_quality_summary.findings
    const settlement = { choice: 'dismissed', reason: 'A constant by contract' }
    expect((await editor.send('POST', at(`findings/${finding.id}/settle`), settlement)).status).toBe(200)
    const { comment_id } = (await owner.send('POST', at('comments'), { content: 'Where is the roof report?' })).body
    const source = { kind: 'comment', id: comment_id }
    const open = {
      title: 'Roof report',
      note: 'With photos',
      source,
      assignee_id: editor.userId,
      due_date: '2030-01-15',
    }
    expect((await owner.send('POST', at('requests'), open)).status).toBe(201)
    const { id } = (await owner.send('POST', at('requests'), { title: 'Survey' })).body
    const patch = await owner.send('PATCH', at(`requests/${id}`), { status: 'done' }, { 'if-match': '"1"' })
    expect(patch.status).toBe(200)
    const before = (await owner.get(at('requests'))).body.requests

    const bundle = await bundleOf(app, owner, deal)
    expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
    expect(await importBundle(app, outsider, bundle, { org_id: 'personal' })).toMatchObject({ status: 'ready' })

    const { requests } = (await outsider.get(at('requests'))).body
    const named = (one: { created_by: object; assignee: object | null }) => ({
      ...one,
      created_by: { ...one.created_by, user_id: expect.any(String), email_verified: expect.any(Boolean) },
      assignee: one.assignee && {
        ...one.assignee,
        user_id: expect.any(String),
        email_verified: expect.any(Boolean),
        on_deal: false,
      },
    })
    expect(requests).toEqual(before.map(named))
    expect(JSON.stringify(requests)).not.toMatch(new RegExp(`${owner.userId}|${editor.userId}`))
    const timeline = JSON.stringify((await outsider.get(at('audit-trail?limit=500'))).body.timeline)
    expect(timeline).toContain('request.created')
    expect(timeline).not.toContain(editor.userId)
    expect(await app.sql('SELECT 1 FROM deal_requests WHERE deal_id = $1 AND remind_at IS NOT NULL', [deal])).toEqual(
      [],
    )
    const found = (await outsider.get(at('data-quality'))).body.data_quality_summary.findings
    expect(found.find((one: { id: string }) => one.id === finding.id)).toMatchObject({ settlement, version: 1 })
    expect((await outsider.get(at('audit-trail/verify'))).body).toMatchObject({ valid: true, problems: [] })
  })
})
