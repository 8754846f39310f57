import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onEachService } from '../../testing/service.ts'
import { metricsOf, plantModel } from '../../testing/workbooks.ts'

/** The statements of the migration that move the overrides of older versions. */
const upgradeStatements = async (): Promise<string> => {
  const sql = await readFile(new URL('../../../migrations/0014_scenarios.sql', import.meta.url), 'utf8')
  return sql.slice(sql.indexOf('-- The overrides of a deal'))
}

onEachService('upgrade from a version without scenarios', (app) => {
  const people = signInAll(app, 'owner', 'editor')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { owner, editor } = people()
    deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
  })
  const apply = async (metric_key: string, new_value: number) => {
    const { body } = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    const { status } = await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, {
      preview_token,
      reason: 'Broker quote',
    })
    expect(status).toBe(200)
  }
  const listed = async () => (await people().owner.get(`/api/canvas/${deal}/scenarios`)).body
  /** Leaves the database as an older version would have left it. */
  const forgetScenarios = async () => {
    await app.sql('UPDATE deal_models SET presented_scenario = NULL')
    await app.sql('UPDATE model_overrides SET reverted_version = NULL')
    await app.sql('DELETE FROM scenarios')
  }

  it('makes the overrides of a deal its scenario "Current case", which is presented, and no number moves [SCENARIO-12]', async () => {
    await plantModel(app, people().editor, deal)
    const workbook = await metricsOf(people().owner, deal)
    await apply('exit_cap_rate_pct', 6)
    await apply('loan_amount', 30_000_000)
    await apply('exit_cap_rate_pct', 6.25)
    const before = await metricsOf(people().owner, deal)
    await forgetScenarios()
    await app.sql(await upgradeStatements())
    const { scenarios, presented_id } = await listed()
    expect(scenarios).toHaveLength(2)
    expect(scenarios[1]).toMatchObject({ id: presented_id, name: 'Current case', kind: 'shared', is_presented: true })
    expect(scenarios[1].overrides).toMatchObject([
      {
        metric_key: 'exit_cap_rate_pct',
        value: 6.25,
        reason: 'Broker quote',
        is_detached: false,
        set_by: { user_id: people().editor.userId },
        set_at: before['exit_cap_rate_pct'].provenance.override.applied_at,
      },
      { metric_key: 'loan_amount', value: 30_000_000 },
    ])
    expect(await metricsOf(people().owner, deal)).toEqual(before)
    await people().owner.send('POST', `/api/canvas/${deal}/scenarios/base/present`)
    const values = (metrics: Awaited<ReturnType<typeof metricsOf>>) =>
      Object.fromEntries(Object.entries(metrics).map(([key, { value }]) => [key, value]))
    expect(values(await metricsOf(people().owner, deal))).toEqual(values(workbook))
  })

  it('leaves deals without a workbook or without overrides at Base', async () => {
    await app.sql(await upgradeStatements())
    expect((await listed()).presented_id).toBe('base')
  })
})
