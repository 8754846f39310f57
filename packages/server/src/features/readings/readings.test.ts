import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'
import { upload } from '../../testing/uploading.ts'
import {
  companySheets,
  metricsOf,
  propertySheets,
  type TestSheets,
  uploadWorkbook,
  workbookOf,
} from '../../testing/workbooks.ts'

const soon = { timeout: 30_000, interval: 50 }

onService('workbook reading', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
  beforeEach(() => forgetLimits(app))

  const byKey = ({ body }: Answer) =>
    Object.fromEntries(body.metrics.map((metric: { key: string }) => [metric.key, metric]))
  const put = (person: Person, path: string, body: unknown, version: number) =>
    person.send('PUT', path, body, { 'if-match': `"${version}"` })

  describe('reading of a deal', () => {
    let deal: string
    beforeEach(async () => {
      deal = await plantDeal(app, {
        members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])),
      })
    })
    const path = () => `/api/canvas/${deal}/reading`
    const take = async (sheets: TestSheets) => {
      const document_id = await uploadWorkbook(app, people().editor, deal, sheets)
      expect((await people().editor.send('POST', `/api/canvas/${deal}/model`, { document_id })).status).toBe(200)
      return document_id
    }
    const get = (person: Person = people().viewer) => person.get(path())
    const change = async (body: unknown, person: Person = people().editor) =>
      put(person, path(), body, (await get()).body.version)

    it('shows the settings of the workbook, and each metric with its cell, period and confirmation', async () => {
      const document_id = await take(companySheets())
      const answer = await get()
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        status: 'ready',
        document_id,
        file_name: 'Model.xlsx',
        deal_type: 'pe_lbo',
        currency: 'USD',
        currency_origin: 'default',
        units: { scale: 1000, origin: 'workbook' },
        boundary: { last_actual_year: 2025, origin: 'workbook' },
        scenario: { sheet: 'Deal', cell: 'B4', label: 'Scenario', value: 2, choices: [1, 2, 3] },
      })
      const metrics = byKey(answer)
      expect(metrics['revenue']).toMatchObject({
        name: 'LTM Revenue',
        unit: 'currency',
        value: 50_000_000,
        period: '2025',
        cell: { sheet: 'Model', cell: 'D3' },
        label: 'Revenue',
        is_formula: false,
        confirmation: 'read',
        headline: true,
        from_template: false,
      })
      // A headline metric of this deal kind that is not in the workbook.
      expect(metrics['moic']).toMatchObject({ value: null, cell: null, confidence: null, confirmation: 'unconfirmed' })
      for (const { alternatives } of answer.body.metrics) expect(alternatives.length).toBeLessThanOrEqual(5)
    })

    it("offers cells for headline metrics that were not found, and reads the chosen cell in its sheet's unit", async () => {
      const cases = [
        ['$ in millions', 'Case 1', 'Case 2', 'Case 3'],
        ['Sponsor Equity', 30, 40, 45],
        ['MOIC', 1.5, 2.1, 3],
      ]
      await take({ ...companySheets(), Cases: cases })
      const { sponsor_equity: offered, moic } = byKey(await get())
      expect(offered).toMatchObject({
        cell: null,
        value: null,
        period: null,
        confidence: null,
        confirmation: 'unconfirmed',
        headline: true,
      })
      const cellsOf = ({ alternatives }: { alternatives: { cell: object; value: number }[] }) =>
        alternatives.map(({ cell, value }) => ({ ...cell, value }))
      expect(cellsOf(offered)).toEqual(
        expect.arrayContaining([
          { sheet: 'Cases', cell: 'B2', value: 30_000_000 },
          { sheet: 'Cases', cell: 'C2', value: 40_000_000 },
          { sheet: 'Cases', cell: 'D2', value: 45_000_000 },
        ]),
      )
      expect(cellsOf(moic)).toContainEqual({ sheet: 'Cases', cell: 'C3', value: 2.1 })
      expect((await metricsOf(people().viewer, deal))['sponsor_equity']?.value ?? null).toBeNull()
      // Confirming all metrics does not choose a cell for a metric that was not found.
      const all = byKey(await change({ confirm: 'all' }))
      expect(all['moic']).toMatchObject({ cell: null, confirmation: 'unconfirmed' })
      const choices = [{ metric_key: 'sponsor_equity', cell: { sheet: 'Cases', cell: 'D2' } }]
      const chosen = byKey(await change({ choices }))['sponsor_equity']
      expect(chosen).toMatchObject({
        cell: { sheet: 'Cases', cell: 'D2' },
        label: 'Sponsor Equity',
        value: 45_000_000,
        confirmation: 'confirmed',
      })
      expect(cellsOf(chosen)).toContainEqual({ sheet: 'Cases', cell: 'C2', value: 40_000_000 })
      expect((await metricsOf(people().viewer, deal))['sponsor_equity']).toMatchObject({
        value: 45_000_000,
        provenance: { confirmation: 'confirmed' },
      })
    })

    it('lists the headline metrics of the deal kind, and keeps the deal type of the API', async () => {
      const valuation = [
        ['All figures in thousands', 2024, 2025, 2026, 2027],
        ['Revenue', 900, 1_000, '=C2*1.1', '=D2*1.1'],
        ['EBITDA', 180, 200, '=D2*0.2', '=E2*0.2'],
        ['Present value of free cash flow', null, null, 120, 130],
        ['Terminal value', 2_400],
        ['Cost of equity (CAPM)', { is: 0.11, look: 'percent' as const }],
        ['Beta', 1.1],
        ['Implied share price', 42],
      ]
      await take({ 'DCF valuation': valuation })
      const reading = await get()
      expect(reading.body).toMatchObject({ deal_type: 'pe_lbo', deal_kind: 'company_dcf' })
      const asked = byKey(reading)
      expect(asked['wacc_pct']).toMatchObject({ cell: null, headline: true, subject: 'valuation' })
      expect(asked['moic']).toBeUndefined()
      expect(asked['sponsor_equity']).toBeUndefined()
    })

    it('returns no deal kind if the evidence is too weak, and lists headline metrics by deal type', async () => {
      await take(companySheets())
      const reading = await get()
      expect(reading.body).toMatchObject({ deal_type: 'pe_lbo', deal_kind: null })
      expect(byKey(reading)['moic']).toMatchObject({ cell: null, headline: true, subject: 'returns' })
    })

    it('returns no_model for a deal whose numbers were entered by hand', async () => {
      expect((await get()).body).toMatchObject({ status: 'no_model', currency: 'USD', metrics: [], version: 0 })
      expectRefusal(await put(people().editor, path(), { confirm: 'all' }, 0), 409, 'no_model')
    })

    it('rereads the other metrics after a user corrects the last actual year, and reports what changed', async () => {
      await take(companySheets())
      const { body } = await change({ settings: { last_actual_year: 2026 } })
      expect(body).toMatchObject({ boundary: { last_actual_year: 2026, origin: 'person' } })
      expect(body.differences).toContainEqual({
        metric_key: 'revenue',
        label: 'LTM Revenue',
        before: 50_000_000,
        after: 55_000_000,
      })
      expect(byKey(await get())['revenue']).toMatchObject({ value: 55_000_000, cell: { cell: 'E3' }, period: '2026' })
      expect((await metricsOf(people().viewer, deal))['revenue']).toMatchObject({ value: 55_000_000 })
      const undone = await change({ settings: { last_actual_year: null } })
      expect(undone.body.boundary).toEqual({ last_actual_year: 2025, origin: 'workbook' })
      expect((await metricsOf(people().viewer, deal))['revenue']).toMatchObject({ value: 50_000_000 })
    })

    it('reads amounts on sheets without a unit in the unit that a user set', async () => {
      await take(propertySheets())
      const { body } = await change({ settings: { scale: 1000 } })
      expect(body.units).toEqual({ scale: 1000, origin: 'person' })
      expect((await metricsOf(people().viewer, deal))['purchase_price']).toMatchObject({ value: 50_000_000_000 })
    })

    it('keeps the currency of the deal, in which the metrics are reported', async () => {
      await take(companySheets())
      expect((await change({ settings: { currency: 'EUR' } })).body).toMatchObject({
        currency: 'EUR',
        currency_origin: 'person',
        differences: [],
      })
      expect((await people().viewer.get(`/api/canvas/${deal}/metrics`)).body.currency).toBe('EUR')
      expect((await change({ settings: { currency: null } })).body.currency).toBe('USD')
    })

    it('reads a metric from the chosen cell and counts it as confirmed [READING-1]', async () => {
      await take(companySheets())
      const { body, status } = await change({
        choices: [{ metric_key: 'revenue', cell: { sheet: 'Model', cell: 'B6' } }],
      })
      expect(status).toBe(200)
      expect(byKey({ body } as Answer)['revenue']).toMatchObject({
        cell: { sheet: 'Model', cell: 'B6' },
        value: 70_000_000,
        confirmation: 'confirmed',
      })
      expect((await metricsOf(people().viewer, deal))['revenue']).toMatchObject({
        value: 70_000_000,
        source: { sheet: 'Model', cell: 'B6' },
        provenance: { confirmation: 'confirmed' },
      })
    })

    it('clears a metric marked as not in the workbook until a cell is chosen for it', async () => {
      await take(companySheets())
      const { body } = await change({ choices: [{ metric_key: 'exit_multiple', none: true }] })
      expect(byKey({ body } as Answer)['exit_multiple']).toMatchObject({
        cell: null,
        value: null,
        confirmation: 'confirmed',
      })
      expect((await metricsOf(people().viewer, deal))['exit_multiple']).toMatchObject({ value: null, source: null })
      await change({ choices: [{ metric_key: 'exit_multiple', cell: { sheet: 'Deal', cell: 'B5' } }] })
      expect((await metricsOf(people().viewer, deal))['exit_multiple']).toMatchObject({ value: 9 })
    })

    it('confirms some or all metrics as read without changing a value', async () => {
      await take(companySheets())
      const some = await change({ confirm: ['revenue'] })
      expect(some.body.differences).toEqual([])
      expect(byKey(some)['revenue'].confirmation).toBe('confirmed')
      expect(byKey(some)['enterprise_value'].confirmation).not.toBe('confirmed')
      const all = await change({ confirm: 'all' })
      for (const { cell, confirmation } of all.body.metrics)
        expect(confirmation).toBe(cell === null ? 'unconfirmed' : 'confirmed')
      const found = await metricsOf(people().viewer, deal)
      expect(found['enterprise_value']).toMatchObject({ value: 90_000_000, provenance: { confirmation: 'confirmed' } })
    })

    it('keeps a confirmed cell when the other metrics are reread', async () => {
      await take(companySheets())
      await change({ confirm: ['revenue'] })
      await change({ settings: { last_actual_year: 2026 } })
      expect(byKey(await get())['revenue']).toMatchObject({ value: 50_000_000, cell: { cell: 'D3' } })
    })

    it('writes one event with the settings, choices and confirmations, and keeps the audit trail valid', async () => {
      deal = await plantDeal(app, {
        members: { [people().editor.userId]: 'editor', [people().viewer.userId]: 'viewer' },
      })
      const document_id = await take(companySheets())
      await change({
        settings: { currency: 'GBP' },
        choices: [
          { metric_key: 'revenue', cell: { sheet: 'Model', cell: 'E3' } },
          { metric_key: 'exit_multiple', none: true },
        ],
        confirm: ['entry_multiple'],
      })
      const events = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'model.reading_updated')
      expect(events).toHaveLength(1)
      expect(events[0]?.data).toMatchObject({
        document_id,
        version: 2,
        currency: 'GBP',
        chosen: [{ metric_key: 'revenue', sheet: 'Model', cell: 'E3', scale: 1000 }],
        confirmed: ['entry_multiple'],
        absent: ['exit_multiple'],
      })
      expect((await people().viewer.get(`/api/canvas/${deal}/audit-trail/verify`)).body).toMatchObject({ valid: true })
      await app.sql("UPDATE deal_readings SET currency = 'JPY' WHERE deal_id = $1", [deal])
      expect((await people().viewer.get(`/api/canvas/${deal}/audit-trail/verify`)).body).toMatchObject({ valid: false })
    })

    it('rejects a reading change without If-Match, with an older version, by a viewer, and on a finalized deal [READING-2]', async () => {
      await take(companySheets())
      const { version } = (await get()).body
      expectRefusal(await people().editor.send('PUT', path(), { confirm: 'all' }), 428, 'if_match_required')
      expectRefusal(await put(people().editor, path(), { confirm: 'all' }, version - 1), 409, 'stale_version')
      expectRefusal(await put(people().viewer, path(), { confirm: 'all' }, version), 403, 'role_too_low')
      expectRefusal(await put(people().outsider, path(), { confirm: 'all' }, version), 404, 'deal_not_found')
      expectRefusal(await people().outsider.get(path()), 404, 'deal_not_found')
      expect((await put(people().editor, path(), { confirm: ['revenue'] }, version)).status).toBe(200)
      const second = await put(people().editor, path(), { confirm: 'all' }, version)
      expectRefusal(second, 409, 'stale_version')
      expect(second.body.version).toBe((await get()).body.version)
      await people().owner.send('POST', `/api/canvas/${deal}/finalize`, { decision: 'approved', rationale: 'Good' })
      expectRefusal(await change({ confirm: 'all' }), 409, 'deal_finalized')
    })

    it('reports what is wrong with each field of a reading change, and changes nothing', async () => {
      await take(companySheets())
      const before = await get()
      const wrong = await change({
        settings: { scale: 7 },
        choices: [
          { metric_key: 'revenue' },
          { metric_key: 'no_such_metric', none: true },
          { metric_key: 'revenue', none: true, cell: { sheet: 'Model', cell: 'B6' } },
        ],
        confirm: 'some',
      })
      expect(wrong.status).toBe(422)
      expect(wrong.body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))).toEqual([
        'body.settings.scale',
        'body.choices.0',
        'body.choices.1.metric_key',
        'body.choices.2.metric_key',
        'body.choices.2',
        'body.confirm',
      ])
      const cells = await change({
        choices: [
          { metric_key: 'revenue', cell: { sheet: 'Model', cell: 'A1' } },
          { metric_key: 'moic', cell: { sheet: 'Elsewhere', cell: 'A1' } },
        ],
        confirm: ['gross_irr_pct'],
      })
      expect(cells.body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))).toEqual([
        'body.choices.0.cell.cell',
        'body.choices.1.cell.sheet',
        'body.confirm.0',
      ])
      expect((await change({ settings: { currency: 'XYZ' } })).status).toBe(422)
      expect((await get()).body).toEqual(before.body)
    })
  })

  describe('reading of an intake', () => {
    const begin = async (sheets: TestSheets | undefined, body?: unknown, person = people().owner) => {
      const { conversation_id: id, deal_id } = (await person.send('POST', '/api/intake', body)).body
      const content = sheets === undefined ? Buffer.from('Only a note.') : workbookOf(sheets)
      const file = { fileName: sheets === undefined ? 'note.txt' : 'Model.xlsx', content }
      expect((await upload(app, person, `/api/intake/${id}/files`, [file])).status).toBe(201)
      return { id: String(id), deal: String(deal_id), path: `/api/intake/${id}/reading` }
    }
    const name = (id: string, person = people().owner) =>
      person.send('POST', `/api/intake/${id}/deal-name`, { deal_name: 'Northwind' })
    const build = async (id: string, person = people().owner) => {
      expect((await person.send('POST', `/api/intake/${id}/complete`)).status).toBe(202)
      await vi.waitFor(async () => expect((await person.get(`/api/intake/${id}`)).body.status).toBe('ready'), soon)
    }

    it('provides the reading as soon as the file is uploaded, and returns no_model without a workbook', async () => {
      const { path } = await begin(companySheets())
      expect((await people().owner.get(path)).body).toMatchObject({ status: 'ready', units: { scale: 1000 } })
      expect((await people().owner.get((await begin(undefined)).path)).body).toMatchObject({ status: 'no_model' })
    })

    it('shows the reading of an intake only to the user who started it', async () => {
      const { path } = await begin(companySheets())
      expectRefusal(await people().editor.get(path), 404, 'conversation_not_found')
      expectRefusal(await put(people().editor, path, { confirm: 'all' }, 1), 404, 'conversation_not_found')
    })

    it('lets the user correct the reading once the deal is named, and uses the correction in the build', async () => {
      const { id, deal, path } = await begin(companySheets())
      const { version } = (await people().owner.get(path)).body
      const body = {
        settings: { currency: 'EUR', last_actual_year: 2026 },
        choices: [{ metric_key: 'exit_multiple', none: true }],
        confirm: ['entry_multiple'],
      }
      expectRefusal(await put(people().owner, path, body, version), 409, 'deal_unnamed')
      await name(id)
      expectRefusal(await people().owner.send('PUT', path, body), 428, 'if_match_required')
      const changed = await put(people().owner, path, body, version)
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({ version: version + 1, currency: 'EUR', differences: [] })
      expect(byKey(changed)['revenue']).toMatchObject({ value: 55_000_000, confirmation: 'read' })
      expectRefusal(await put(people().owner, path, body, version), 409, 'stale_version')
      await build(id)
      const found = await metricsOf(people().owner, deal)
      expect(found['revenue']).toMatchObject({ value: 55_000_000 })
      expect(found['entry_multiple']).toMatchObject({ provenance: { confirmation: 'confirmed' } })
      expect(found['exit_multiple']?.value ?? null).toBeNull()
      expect((await people().owner.get(path)).body).toMatchObject({ currency: 'EUR', currency_origin: 'person' })
      expect((await auditTrailOf(app, deal)).filter(({ type }) => type === 'model.reading_updated')).toHaveLength(1)
      const trail = (await people().owner.get(`/api/canvas/${deal}/audit-trail/verify`)).body
      expect(trail).toMatchObject({ valid: true, problems: [] })
    })

    it('increments the version of the reading when a file is added or removed', async () => {
      const { id, path } = await begin(companySheets())
      await name(id)
      const { version } = (await people().owner.get(path)).body
      const other = { fileName: 'Other.xlsx', content: workbookOf(propertySheets({ months: 60 })) }
      const { body } = await upload(app, people().owner, `/api/intake/${id}/files`, [other])
      expect((await people().owner.get(path)).body).toMatchObject({ file_name: 'Other.xlsx', version: version + 1 })
      expectRefusal(await put(people().owner, path, { confirm: 'all' }, version), 409, 'stale_version')
      await people().owner.send('DELETE', `/api/intake/${id}/files/${body.files[0].id}`)
      expect((await people().owner.get(path)).body).toMatchObject({ file_name: 'Model.xlsx', version: version + 2 })
    })

    it('redrafts unedited sections when a metric is remapped, and leaves edited ones unchanged', async () => {
      const { id, deal, path } = await begin(companySheets())
      await name(id)
      await build(id)
      const section = async (key: string) => (await people().owner.get(`/api/canvas/${deal}/sections/${key}`)).body
      const edited = 'Edited by hand: [[enterprise_value]].'
      await people().owner.send('PUT', `/api/canvas/${deal}/sections/valuation`, { content: edited })
      const before = await section('executive_summary')
      expect(before.content).toContain('[[enterprise_value]]')
      const change = async (choice: object) =>
        put(people().owner, path, { choices: [choice] }, (await people().owner.get(path)).body.version)

      const moved = await change({ metric_key: 'enterprise_value', cell: { sheet: 'Model', cell: 'B6' } })
      expect(moved.body).toMatchObject({ redrafted_sections: [], stale_sections: ['valuation'] })
      // The text is the same with another number, so nobody needs to review the draft.
      expect(await section('executive_summary')).toMatchObject({ content: before.content, version: 1, stale: false })
      expect(await section('valuation')).toMatchObject({ content: edited, stale: true })

      const gone = await change({ metric_key: 'enterprise_value', none: true })
      expect(gone.body.redrafted_sections).toContain('executive_summary')
      const after = await section('executive_summary')
      expect(after).toMatchObject({ version: 2, stale: false })
      expect(after.content).not.toContain('enterprise_value')
      expect(await section('valuation')).toMatchObject({ content: edited, version: 2 })

      // A section drafted twice still counts as unedited, and choosing a cell on the metric redrafts it as well.
      const source = `/api/canvas/${deal}/metrics/enterprise_value/source`
      expect((await people().owner.send('PUT', source, { sheet: 'Deal', cell: 'B1' })).status).toBe(200)
      expect(await section('executive_summary')).toMatchObject({ content: before.content, version: 3, stale: false })
      expect((await people().owner.get(`/api/canvas/${deal}/audit-trail/verify`)).body).toMatchObject({ valid: true })
    })

    it('drafts a section as soon as the numbers it needs are confirmed, in its place, and only in a drafted memo [SECTION-8]', async () => {
      const { id, deal, path } = await begin(companySheets())
      await name(id)
      await build(id)
      const none = async (metric_key: string) =>
        put(
          people().owner,
          path,
          { choices: [{ metric_key, none: true }] },
          (await people().owner.get(path)).body.version,
        )
      const keys = async () =>
        (await people().owner.get(`/api/canvas/${deal}`)).body.sections.map(
          ({ section_key }: { section_key: string }) => section_key,
        )
      const before = await keys()
      expect(before).toContain('executive_summary')
      await app.sql('DELETE FROM sections WHERE deal_id = $1 AND section_key = $2', [deal, 'executive_summary'])
      const { body } = await none('moic')
      expect(body.redrafted_sections).toContain('executive_summary')
      expect(await keys()).toEqual(before)

      await app.sql('UPDATE sections SET drafted_version = NULL WHERE deal_id = $1', [deal])
      await app.sql('DELETE FROM sections WHERE deal_id = $1 AND section_key = $2', [deal, 'executive_summary'])
      expect((await none('gross_irr_pct')).body.redrafted_sections).toEqual([])
    })

    it('builds a deal without a confirmed reading and leaves its metrics unconfirmed', async () => {
      const { id, path } = await begin(companySheets())
      await name(id)
      await build(id)
      const { metrics } = (await people().owner.get(path)).body
      expect(metrics.filter(({ confirmation }: { confirmation: string }) => confirmation === 'confirmed')).toEqual([])
    })
  })

  describe("reading with an organization's template", () => {
    const builtIn = async (orgId: string, sheets: TestSheets, person = people().owner) => {
      const { conversation_id: id, deal_id } = (await person.send('POST', '/api/intake', { org_id: orgId })).body
      await upload(app, person, `/api/intake/${id}/files`, [{ fileName: 'Model.xlsx', content: workbookOf(sheets) }])
      await person.send('POST', `/api/intake/${id}/deal-name`, { deal_name: 'A deal of a template' })
      const intake = (await person.get(`/api/intake/${id}/reading`)) as Answer
      await person.send('POST', `/api/intake/${id}/complete`)
      await vi.waitFor(async () => expect((await person.get(`/api/intake/${id}`)).body.status).toBe('ready'), soon)
      return { deal: String(deal_id), intake }
    }
    const choose = async (deal: string, person = people().owner) => {
      const path = `/api/canvas/${deal}/reading`
      const { version } = (await person.get(path)).body
      const choices = [{ metric_key: 'revenue', cell: { sheet: 'Model', cell: 'B6' } }]
      expect((await put(person, path, { choices }, version)).status).toBe(200)
    }
    const templatesOf = (orgId: string, person = people().owner) => person.get(`/api/orgs/${orgId}/reading-templates`)
    let org: string
    beforeEach(async () => {
      org = await plantOrg(app, {
        [people().owner.userId]: 'admin',
        [people().editor.userId]: 'member',
        [people().outsider.userId]: 'member',
      })
    })

    it('reads a workbook of a known layout from the cells chosen before, as not yet confirmed [READING-3]', async () => {
      const first = await builtIn(org, companySheets())
      await choose(first.deal)
      const second = await builtIn(org, companySheets({ name: 'Harbor Data', revenue: 20_000 }))
      const remembered = {
        cell: { sheet: 'Model', cell: 'B6' },
        value: 70_000_000,
        confirmation: 'read',
        from_template: true,
      }
      expect(byKey(second.intake)['revenue']).toMatchObject(remembered)
      expect(byKey(await people().owner.get(`/api/canvas/${second.deal}/reading`))['revenue']).toMatchObject(remembered)
      expect((await metricsOf(people().owner, second.deal))['revenue']).toMatchObject({
        value: 70_000_000,
        provenance: { confirmation: 'read' },
      })
      const trail = (await people().owner.get(`/api/canvas/${second.deal}/audit-trail/verify`)).body
      expect(trail).toMatchObject({ valid: true, problems: [] })
    })

    it('does not use remembered cells for another layout, another organization or a personal deal [READING-4]', async () => {
      const first = await builtIn(org, companySheets())
      await choose(first.deal)
      const { Model = [], ...rest } = companySheets()
      const moved = await builtIn(org, { Model: [['A new row'], ...Model], ...rest })
      expect(byKey(moved.intake)['revenue'].from_template).toBe(false)
      const other = await plantOrg(app, { [people().owner.userId]: 'member' })
      const foreign = await builtIn(other, companySheets())
      expect(byKey(foreign.intake)['revenue']).toMatchObject({ value: 50_000_000, from_template: false })
      const personal = await plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
      const document_id = await uploadWorkbook(app, people().owner, personal, companySheets())
      await people().owner.send('POST', `/api/canvas/${personal}/model`, { document_id })
      expect((await metricsOf(people().owner, personal))['revenue']).toMatchObject({ value: 50_000_000 })
    })

    it('does not apply remembered cells to a newer workbook with another layout', async () => {
      const first = await builtIn(org, companySheets())
      await choose(first.deal)
      const second = await builtIn(org, companySheets({ revenue: 20_000 }))
      const { Model = [], ...rest } = companySheets()
      const moved = { Model: [...Model, ['Gross Profit', '=D3*0.5']], ...rest }
      const document_id = await uploadWorkbook(app, people().owner, second.deal, moved, 'Newer.xlsx')
      await people().owner.send('POST', `/api/canvas/${second.deal}/model`, { document_id })
      expect((await metricsOf(people().owner, second.deal))['revenue']).toMatchObject({ value: 50_000_000 })
    })

    it('lists templates for administrators, who can delete them, while deals keep their cells', async () => {
      const first = await builtIn(org, companySheets())
      await choose(first.deal)
      const { body, status } = await templatesOf(org)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        templates: [
          {
            metric_keys: ['revenue'],
            deal_id: first.deal,
            deal_name: 'A deal of a template',
            updated_by: people().owner.userId,
          },
        ],
        has_more: false,
        next_cursor: null,
      })
      const id: string = body.templates[0].template_id
      const at = `/api/orgs/${org}/reading-templates/${id}`
      expectRefusal(await templatesOf(org, people().editor), 403, 'org_role_too_low')
      expectRefusal(await people().editor.send('DELETE', at), 403, 'org_role_too_low')
      expectRefusal(await templatesOf(org, people().viewer), 404, 'org_not_found')
      const other = await plantOrg(app, { [people().outsider.userId]: 'admin' })
      expectRefusal(
        await people().outsider.send('DELETE', `/api/orgs/${other}/reading-templates/${id}`),
        404,
        'template_not_found',
      )
      expect((await templatesOf(other, people().outsider)).body.templates).toEqual([])
      expect((await people().owner.send('DELETE', at)).status).toBe(204)
      expectRefusal(await people().owner.send('DELETE', at), 404, 'template_not_found')
      expect((await templatesOf(org)).body.templates).toEqual([])
      expect((await metricsOf(people().owner, first.deal))['revenue']).toMatchObject({ value: 70_000_000 })
      const second = await builtIn(org, companySheets({ revenue: 20_000 }))
      expect(byKey(second.intake)['revenue']).toMatchObject({ from_template: false, value: 20_000_000 })
    })

    it('keeps a template when its deal is purged, and stores no text of any workbook', async () => {
      const first = await builtIn(org, { ...companySheets(), 'A secret sheet': [['Note', 1]] })
      await choose(first.deal)
      const purged = await people().superadmin.send('DELETE', `/api/deals/${first.deal}?purge=true`)
      expect(purged.status).toBe(204)
      expect(await app.sql('SELECT 1 FROM deal_readings WHERE deal_id = $1', [first.deal])).toEqual([])
      expect((await templatesOf(org)).body.templates).toMatchObject([
        { metric_keys: ['revenue'], deal_id: null, deal_name: null },
      ])
      const rows = await app.sql('SELECT to_jsonb(t) AS row FROM reading_templates t')
      const cells = await app.sql('SELECT to_jsonb(c) AS row FROM reading_template_cells c')
      expect(JSON.stringify([rows, cells])).not.toMatch(/secret|Model|Northwind/)
    })
  })
})
