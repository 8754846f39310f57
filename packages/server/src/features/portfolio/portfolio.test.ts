import { maxPortfolioDeals, maxPortfolioMetrics } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { partsOf } from '../../testing/exporting.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { plantModel } from '../../testing/workbooks.ts'

onService('portfolio', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider')
  let org: string
  beforeEach(async () => {
    await forgetLimits(app)
    org = await plantOrg(app, { [people().owner.userId]: 'admin', [people().viewer.userId]: 'member' })
  })
  const planted = async (name: string, values: Record<string, number>, more: { currency?: string } = {}) => {
    const { editor, viewer } = people()
    const members = { [editor.userId]: 'editor', [viewer.userId]: 'viewer' } as const
    const id = await plantDeal(app, { name, orgId: org, members })
    for (const [key, value] of Object.entries(values))
      expect((await editor.send('PUT', `/api/canvas/${id}/metrics/${key}`, { value })).status).toBe(200)
    if (more.currency !== undefined)
      await app.sql(
        `INSERT INTO deal_readings (deal_id, version, currency, updated_at) VALUES ($1, 1, $2, now())
          ON CONFLICT (deal_id) DO UPDATE SET currency = $2`,
        [id, more.currency],
      )
    return id
  }
  const show = async (person: Person, deals: string[], metrics: string[]) =>
    person.send('POST', '/api/portfolio', { deals, metrics })

  describe('comparison', () => {
    it('shows chosen metrics of chosen deals with unit, currency, scenario and status, and leaves missing ones out [PORTFOLIO-1]', async () => {
      const { viewer, editor } = people()
      const model = await planted('Model', {})
      await plantModel(app, editor, model)
      const byHand = await planted('By hand', { purchase_price: 20_000_000, levered_irr_pct: 14 })
      const { status, body } = await show(viewer, [byHand, model], ['purchase_price', 'levered_irr_pct', 'moon'])
      expect(status).toBe(200)
      expect(body.metrics).toEqual([
        { metric_key: 'purchase_price', label: 'Purchase Price', adds_up: 'sum' },
        { metric_key: 'levered_irr_pct', label: expect.stringContaining('IRR'), adds_up: 'average' },
        { metric_key: 'moon', label: 'moon', adds_up: null },
      ])
      expect(body.deals.map(({ deal_id }: { deal_id: string }) => deal_id)).toEqual([byHand, model])
      expect(body.deals[0]).toMatchObject({ name: 'By hand', currency: 'USD', scenario_name: null, deal_type: null })
      expect(body.deals[0].values).toEqual([
        {
          metric_key: 'purchase_price',
          value: 20_000_000,
          unit: 'currency',
          origin: 'manual',
          confirmation: 'confirmed',
        },
        {
          metric_key: 'levered_irr_pct',
          value: 14,
          unit: 'percentage_points',
          origin: 'manual',
          confirmation: 'confirmed',
        },
      ])
      expect(body.deals[1]).toMatchObject({
        deal_type: 'cre_multifamily',
        values: [{ metric_key: 'purchase_price', value: 50_000_000, origin: 'input' }],
      })
      expect(body.offered[0]).toEqual({ metric_key: 'purchase_price', label: 'Purchase Price', deals: 2 })
      expect(body.offered).toContainEqual({ metric_key: 'levered_irr_pct', label: expect.any(String), deals: 1 })
    })

    it('never adds amounts of different currencies, rates, or values that are unconfirmed [PORTFOLIO-2]', async () => {
      const { viewer, editor } = people()
      const dollars = [
        await planted('One', { purchase_price: 10, levered_irr_pct: 10, price_per_unit: 4 }),
        await planted('Two', { purchase_price: 30, levered_irr_pct: 20, price_per_unit: 6 }),
      ]
      const euros = await planted('Three', { purchase_price: 1000, unit_count: 7 }, { currency: 'EUR' })
      const unsure = await planted('Four', {})
      await plantModel(app, editor, unsure)
      await app.sql("UPDATE deal_metrics SET confidence = 0.4 WHERE deal_id = $1 AND metric_key = 'purchase_price'", [
        unsure,
      ])
      const metrics = ['purchase_price', 'levered_irr_pct', 'price_per_unit', 'unit_count']
      const { body } = await show(viewer, [...dollars, euros, unsure], metrics)
      const totals = Object.fromEntries(
        body.totals.map(({ metric_key, currency, ...total }: Record<string, unknown>) => [
          `${metric_key} ${currency}`,
          total,
        ]),
      )
      expect(totals['purchase_price USD']).toEqual({ unit: 'currency', sum: 40, average: 20, counted: 2, left_out: 1 })
      expect(totals['purchase_price EUR']).toEqual({
        unit: 'currency',
        sum: 1000,
        average: 1000,
        counted: 1,
        left_out: 0,
      })
      expect(totals['levered_irr_pct null']).toMatchObject({ sum: null, average: 15, counted: 2 })
      expect(totals['price_per_unit USD']).toMatchObject({ sum: null })
      expect(totals['unit_count null']).toMatchObject({ unit: 'count' })
    })

    it('shows only deals that the caller can see, through any source of a role, and says nothing of others [PORTFOLIO-3]', async () => {
      const { owner, outsider } = people()
      const mine = await planted('Visible', { purchase_price: 10 })
      const hidden = await plantDeal(app, { name: 'Hidden', members: { [outsider.userId]: 'owner' } })
      const byTeam = await plantDeal(app, { name: 'Team', orgId: org })
      await plantGrant(app, byTeam, await plantTeam(app, org, [people().viewer.userId]), 'viewer')
      const names = async (person: Person) =>
        (await show(person, [hidden, mine, byTeam, 'no-such-deal'], ['purchase_price'])).body.deals.map(
          ({ name }: { name: string }) => name,
        )
      expect(await names(owner)).toEqual(['Visible', 'Team'])
      expect(await names(people().viewer)).toEqual(['Visible', 'Team'])
      expect(await names(people().editor)).toEqual(['Visible'])
      expect(await names(outsider)).toEqual(['Hidden'])
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
      expect(await names(people().viewer)).toEqual([])
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [org])
    })

    it('takes at most 50 deals and 12 metrics, each once [PORTFOLIO-4]', async () => {
      const { viewer } = people()
      const many = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word}${n}`)
      expect((await show(viewer, many(maxPortfolioDeals + 1, 'd'), ['dscr'])).status).toBe(422)
      expect((await show(viewer, ['d'], many(maxPortfolioMetrics + 1, 'm'))).status).toBe(422)
      expect((await show(viewer, ['d', 'd'], ['dscr'])).status).toBe(422)
      expect((await show(viewer, [], ['dscr'])).status).toBe(422)
      expect((await show(viewer, ['d'], [])).body).toMatchObject({ metrics: [], totals: [], offered: [] })
      expect((await show(viewer, many(maxPortfolioDeals, 'd'), many(maxPortfolioMetrics, 'm'))).status).toBe(200)
    })
  })

  describe('export', () => {
    const exported = async (person: Person, deals: string[], format: 'csv' | 'xlsx', metrics = ['purchase_price']) => {
      const reply = await app.service.app.inject({
        method: 'POST',
        url: '/api/portfolio/export',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ deals, metrics, format }),
      })
      return {
        status: reply.statusCode,
        headers: reply.headers,
        body: reply.statusCode < 300 ? undefined : reply.json(),
        parts: reply.statusCode < 300 ? partsOf(new Uint8Array(reply.rawPayload)) : {},
      }
    }
    const events = async (deal: string) =>
      (await auditTrailOf(app, deal)).filter(({ type }) => type === 'export.portfolio')

    it('writes a workbook or CSV files in which no name becomes a formula, with the currency of each row [PORTFOLIO-5]', async () => {
      const { editor } = people()
      const evil = await planted('=HYPERLINK("http://x")', { purchase_price: 10.5 })
      const minus = await planted(' -1+1', { purchase_price: 3 }, { currency: 'EUR' })
      const csv = await exported(editor, [evil, minus], 'csv')
      expect([csv.status, csv.headers['content-type']]).toEqual([200, 'application/zip'])
      expect(csv.headers['content-disposition']).toMatch(/filename="Portfolio, \d{4}-\d\d-\d\d\.zip"/)
      const lines = (csv.parts['comparison.csv'] ?? '').split('\r\n')
      expect(lines[0]).toContain('Deal,Type,Currency,Scenario,Purchase Price')
      expect(lines[1]).toBe('"\'=HYPERLINK(""http://x"")",,USD,Base,10.5,Entered by hand')
      expect(lines[2]).toMatch(/^"?' -1\+1/)
      expect(lines[2]).toContain('EUR')
      const totals = csv.parts['totals.csv'] ?? ''
      expect(totals).toContain('Purchase Price,currency,USD,10.5,10.5,1,0')
      expect(totals).toContain('Purchase Price,currency,EUR,3,3,1,0')
      const xlsx = await exported(editor, [evil, minus], 'xlsx')
      expect(xlsx.status).toBe(200)
      const sheet = xlsx.parts['xl/worksheets/sheet1.xml'] ?? ''
      expect(sheet).not.toContain('<f>')
      expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK')
    })

    it('is an event in the audit trail of each deal in the file, and of no other [PORTFOLIO-6]', async () => {
      const { editor, owner, outsider } = people()
      const deal = await planted('Mine', { purchase_price: 10 })
      const hidden = await plantDeal(app, { members: { [outsider.userId]: 'owner' } })
      expect((await exported(editor, [deal, hidden], 'csv')).status).toBe(200)
      expect(await events(deal)).toMatchObject([
        {
          actorId: editor.userId,
          data: {
            format: 'csv',
            metric_keys: ['purchase_price'],
            deals: 1,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        },
      ])
      expect(await events(hidden)).toEqual([])
      expect((await owner.get(`/api/canvas/${deal}/audit-trail/verify`)).body).toMatchObject({ valid: true })
    })

    it('leaves out and names deals whose organization does not let viewers export [PORTFOLIO-7]', async () => {
      const { viewer, owner } = people()
      const kept = await planted('Kept back', { purchase_price: 10 })
      const own = await plantDeal(app, { name: 'Own', members: { [viewer.userId]: 'owner' } })
      expect((await show(viewer, [kept, own], ['dscr'])).body.deals).toMatchObject([
        { can_export: false },
        { can_export: true },
      ])
      const { parts } = await exported(viewer, [kept, own], 'csv')
      expect(parts['comparison.csv']).not.toContain('Kept back')
      expect(parts['left-out.csv']).toContain('Kept back')
      expect(parts['totals.csv']).not.toContain('10')
      expect(await events(kept)).toEqual([])
      const refused = await exported(viewer, [kept], 'xlsx')
      expect([refused.status, refused.body.code]).toEqual([409, 'export_empty'])
      expect((await owner.send('PATCH', `/api/orgs/${org}`, { viewers_export: true })).status).toBe(200)
      expect((await exported(viewer, [kept], 'csv')).parts['comparison.csv']).toContain('Kept back')
      expect(await events(kept)).toHaveLength(1)
    })

    it('is refused with 409 if the caller can see none of the deals', async () => {
      const answer = await people().viewer.send('POST', '/api/portfolio/export', {
        deals: ['no-such-deal'],
        metrics: ['dscr'],
        format: 'csv',
      })
      expectRefusal(answer, 409, 'export_empty')
    })
  })
})
