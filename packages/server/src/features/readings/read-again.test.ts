import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { metricsOf, propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

onService('rereading a workbook', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const preview = (person: Person = people().editor) => person.send('POST', at('reading/again'))
  const use = (version: number | undefined, person: Person = people().editor) =>
    person.send('PUT', at('reading/again'), undefined, version === undefined ? {} : { 'if-match': `"${version}"` })
  const metrics = () => metricsOf(people().viewer, deal)

  describe("reread of a deal's workbook", () => {
    beforeEach(async () => {
      const document_id = await uploadWorkbook(app, people().editor, deal, propertySheets())
      await people().editor.send('POST', at('model'), { document_id })
    })

    /** Sets the metrics as an earlier version of the service read them. */
    const readOtherwise = async () => {
      const elsewhere = JSON.stringify({ file: 'Model.xlsx', sheet: 'Summary', cell: 'B1' })
      await app.sql(
        `UPDATE deal_metrics SET value = 4940000, source = $2, confidence = 0.6 WHERE deal_id = $1 AND metric_key = 'noi'`,
        [deal, elsewhere],
      )
      await app.sql(`DELETE FROM deal_metrics WHERE deal_id = $1 AND metric_key = 'dscr'`, [deal])
      await app.sql(
        `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, kind, source, confidence, position, version, updated_at)
          VALUES ($1, 'revenue', 'LTM Revenue', 'currency', 5200000, 'input', $2, 0.5, 1, 1, now())`,
        [deal, elsewhere],
      )
    }

    it('reports what rereading a workbook would change, and changes nothing [READING-5]', async () => {
      await readOtherwise()
      const before = [await metrics(), await happenedTo(app, deal)]
      const { status, body } = await preview()
      expect(status).toBe(200)
      expect(body.tier).toEqual({ before: 'full', after: 'full' })
      expect(body.version).toBe((await people().viewer.get(at('reading'))).body.version)
      expect(body.metrics).toEqual([
        {
          key: 'revenue',
          name: 'LTM Revenue',
          unit: 'currency',
          change: 'lost',
          before: { value: 5_200_000, cell: { sheet: 'Summary', cell: 'B1' }, confidence: 0.5 },
          after: { value: null, cell: null, confidence: null },
        },
        {
          key: 'noi',
          name: 'Net Operating Income',
          unit: 'currency',
          change: 'moved',
          before: { value: 4_940_000, cell: { sheet: 'Summary', cell: 'B1' }, confidence: 0.6 },
          after: { value: 2_964_000, cell: { sheet: 'Summary', cell: 'B3' }, confidence: expect.any(Number) },
        },
        {
          key: 'dscr',
          name: expect.any(String),
          unit: 'multiple_x',
          change: 'found',
          before: { value: null, cell: null, confidence: null },
          after: { value: 1.52, cell: { sheet: 'Summary', cell: 'B6' }, confidence: expect.any(Number) },
        },
      ])
      expect([await metrics(), await happenedTo(app, deal)]).toEqual(before)
    })

    it('applies a reread on request with one event, stale sections and a new reading version', async () => {
      await readOtherwise()
      const content = 'It earns [[noi]].'
      await people().editor.send('PUT', at('sections/business_plan'), { content })
      const { version } = (await preview()).body
      const { status, body } = await use(version)
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'ready', version: version + 1, stale_sections: ['business_plan'] })
      expect(body.differences).toContainEqual({
        metric_key: 'noi',
        label: 'Net Operating Income',
        before: 4_940_000,
        after: 2_964_000,
      })
      const found = await metrics()
      expect(found['noi']).toMatchObject({ value: 2_964_000, source: { cell: 'B3' } })
      expect(found['dscr']).toMatchObject({ value: 1.52 })
      expect(found['revenue']).toMatchObject({ value: null, source: null })
      const events = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'model.read_again')
      expect(events).toEqual([expect.objectContaining({ data: expect.objectContaining({ moved_count: 3 }) })])
      expect((await preview()).body.metrics).toEqual([])
    })

    it('keeps the chosen cells and the custom metrics of the deal when a workbook is reread', async () => {
      const source = { sheet: 'Summary', cell: 'B1' }
      await people().editor.send('PUT', at('metrics/noi/source'), source)
      await people().editor.send('POST', at('metrics'), {
        label: 'Rent',
        unit: 'currency',
        sheet: 'Monthly',
        cell: 'B2',
      })
      expect((await preview()).body.metrics).toEqual([])
      const before = await metrics()
      const { version } = (await people().viewer.get(at('reading'))).body
      expect((await use(version)).body.differences).toEqual([])
      expect(await metrics()).toEqual(before)
    })

    it('keeps an override when a workbook is reread', async () => {
      const { body } = await people().editor.send('POST', at('ripple/preview'), {
        metric_key: 'exit_cap_rate_pct',
        new_value: 6,
      })
      const token = /"preview_token":"([^"]+)"/.exec(body)?.[1]
      expect((await people().editor.send('POST', at('ripple/apply'), { preview_token: token })).status).toBe(200)
      expect((await preview()).body.metrics).toEqual([])
    })

    it('rejects a reread without If-Match, with an older version, by a commenter, and on a finalized deal', async () => {
      const { version } = (await preview()).body
      expectRefusal(await use(undefined), 428, 'if_match_required')
      expectRefusal(await use(version - 1), 409, 'stale_version')
      expectRefusal(await preview(people().commenter), 403, 'role_too_low')
      expectRefusal(await use(version, people().commenter), 403, 'role_too_low')
      await people().owner.send('POST', at('finalize'), { decision: 'approved', rationale: 'Sound.' })
      expectRefusal(await use(version), 409, 'deal_finalized')
    })
  })

  it('rejects a reread of a deal without a workbook', async () => {
    expectRefusal(await preview(), 409, 'no_model')
  })
})
