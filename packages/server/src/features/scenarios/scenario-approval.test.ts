import { beforeEach, expect, it } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { metricsOf, plantModel } from '../../testing/workbooks.ts'

onService('approval of changed numbers', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter')
  let org: string
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { owner, editor, commenter } = people()
    org = await plantOrg(app, { [owner.userId]: 'admin', [editor.userId]: 'member', [commenter.userId]: 'member' })
    const members = { [owner.userId]: 'owner', [editor.userId]: 'editor', [commenter.userId]: 'commenter' } as const
    deal = await plantDeal(app, { orgId: org, members })
    await plantModel(app, editor, deal)
  })
  const require = (on: boolean, person: Person = people().owner) =>
    person.send('PATCH', `/api/orgs/${org}`, { scenario_approval: on })
  const apply = async (person: Person, new_value: number) => {
    const asked = { metric_key: 'exit_cap_rate_pct', new_value }
    const { body } = await person.send('POST', `/api/canvas/${deal}/ripple/preview`, asked)
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    return person.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token, reason: 'Broker quote' })
  }
  const exitCap = async () => (await metricsOf(people().owner, deal))['exit_cap_rate_pct'].value
  const scenarios = async () => (await people().owner.get(`/api/canvas/${deal}/scenarios`)).body

  it('is a setting of the organization, off at first, and its changes are in the admin log', async () => {
    expect((await scenarios()).needs_approval).toBe(false)
    expectRefusal(await require(true, people().editor), 403, 'org_role_too_low')
    expect((await require(true)).body).toMatchObject({ name: 'An org', settings: { scenario_approval: true } })
    expect((await scenarios()).needs_approval).toBe(true)
    const [entry] = await app.sql<{ before: unknown; after: unknown }>(
      "SELECT before, after FROM admin_log WHERE org_id = $1 AND action = 'org.changed'",
      [org],
    )
    expect(entry).toMatchObject({ before: { scenario_approval: false }, after: { scenario_approval: true } })
    expect((await require(false)).body.settings).toEqual({ scenario_approval: false })
  })

  it('turns what an editor applies into a proposal, which an owner adopts [SCENARIO-11]', async () => {
    await require(true)
    const { body } = await apply(people().editor, 6)
    expect(body).toMatchObject({ applied: false, model_version: 1, changes: [], stale_sections: [] })
    expect(await exitCap()).toBe(5.5)
    const [, proposal] = (await scenarios()).scenarios
    expect(proposal).toMatchObject({
      id: body.proposal_id,
      name: 'Exit Cap Rate 6.00%',
      overrides: [{ metric_key: 'exit_cap_rate_pct', value: 6, reason: 'Broker quote' }],
      proposal: { reason: 'Broker quote', proposed_by: { user_id: people().editor.userId } },
    })
    const adopt = (person: Person) => person.send('POST', `/api/canvas/${deal}/scenarios/${body.proposal_id}/adopt`)
    expectRefusal(await adopt(people().editor), 403, 'role_too_low')
    expect((await adopt(people().owner)).status).toBe(200)
    expect(await exitCap()).toBe(6)
  })

  it('does not bind owners, and keeps editors from changing the presented scenario', async () => {
    await require(true)
    expect((await apply(people().owner, 6)).body).toMatchObject({ applied: true })
    const { presented_id } = await scenarios()
    const path = `/api/canvas/${deal}/scenarios/${presented_id}`
    const overrides = [{ metric_key: 'exit_cap_rate_pct', value: 7 }]
    expectRefusal(await people().editor.send('PATCH', path, { overrides }, { 'if-match': '*' }), 403, 'role_too_low')
    expect(await exitCap()).toBe(6)
    expect((await people().editor.send('PATCH', path, { note: 'As quoted' }, { 'if-match': '*' })).status).toBe(200)
  })
})
