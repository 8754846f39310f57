import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onEachService } from '../../testing/service.ts'

/** The statements of the migration that make the first version of each memo. */
const upgradeStatements = async (): Promise<string> => {
  const sql = await readFile(new URL('../../../migrations/0022_memo_versions.sql', import.meta.url), 'utf8')
  return sql.slice(sql.indexOf('-- Written by hand'))
}

onEachService('upgrade from a version without memo versions', (app) => {
  const people = signInAll(app, 'owner')
  let deal: string
  let empty: string
  beforeEach(async () => {
    await forgetLimits(app)
    const members = { [people().owner.userId]: 'owner' as const }
    deal = await plantDeal(app, { members })
    empty = await plantDeal(app, { members })
  })
  const send = (path: string, body: object) => people().owner.send('PUT', `/api/canvas/${deal}/${path}`, body)
  const versionsOf = async (id: string) => (await people().owner.get(`/api/canvas/${id}/memo/versions`)).body.versions
  /** Leaves the database as an older version would have left it. */
  const forgetVersions = async () => {
    for (const table of ['memo_version_numbers', 'memo_version_sections', 'memo_versions']) {
      await app.sql(`DELETE FROM ${table}`)
    }
  }
  const auditTrail = () =>
    app.sql('SELECT seq::int, hash FROM journal WHERE deal_id = ANY($1::text[]) ORDER BY deal_id, seq', [[deal, empty]])

  it('makes the present memo of a deal its first version and leaves its audit trail as it is [MEMO-3]', async () => {
    await send('sections/returns', { content: 'An IRR of [[levered_irr_pct]].' })
    await send('sections/returns', { content: 'A levered IRR of [[levered_irr_pct]].' })
    await send('metrics/levered_irr_pct', { value: 18.3 })
    await send('metrics/dscr', { value: null })
    await forgetVersions()
    const trail = await auditTrail()
    await app.sql(await upgradeStatements())
    expect(await versionsOf(deal)).toEqual([
      {
        version: 1,
        at: expect.stringMatching(/Z$/),
        made_by: null,
        made_by_name: null,
        made_by_email_verified: null,
        event_seq: trail.length,
        model_version: 1,
        sections_changed: ['returns'],
        numbers_changed: 1,
      },
    ])
    expect(await versionsOf(empty)).toEqual([])
    expect(await auditTrail()).toEqual(trail)

    await send('metrics/levered_irr_pct', { value: 15.7 })
    const { body } = await people().owner.get(`/api/canvas/${deal}/memo/compare?from=1&to=2`)
    expect(body.sections).toMatchObject([
      { change: 'same', parts: [{ text: 'A levered IRR of [[levered_irr_pct]].' }], version_from: 2, version_to: 2 },
    ])
    expect(body.numbers).toMatchObject([{ metric_key: 'levered_irr_pct', from: 18.3, to: 15.7 }])
    expect((await versionsOf(deal)).map(({ version }: { version: number }) => version)).toEqual([2, 1])
  })

  it('begins with the whole memo for a deal that a node of an older version created during the upgrade', async () => {
    await send('sections/returns', { content: 'An IRR of [[levered_irr_pct]].' })
    await send('metrics/levered_irr_pct', { value: 18.3 })
    await forgetVersions()
    await send('sections/risks', { content: 'Taxes.' })
    expect(await versionsOf(deal)).toMatchObject([
      { version: 1, sections_changed: ['returns', 'risks'], numbers_changed: 1 },
    ])
  })
})
