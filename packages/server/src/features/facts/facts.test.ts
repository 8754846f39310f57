import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { type FormPart, upload } from '../../testing/uploading.ts'
import { plantModel, propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

/** The model has 200 units, a price of $50.0 million, an exit cap rate of 5.50% and an interest rate of 6.00%. */
const memorandum = `Offering Memorandum

Riverside is a multifamily community with 212 units. The purchase price is $50,000,000.
The underwriting assumes an exit cap rate of 6.25% and an earnest money deposit of $500,000.
The loan bears interest at a fixed interest rate of 6.0%.
`

const rentRoll = [
  'Unit,Type,SF,Market Rent,Lease Rent,Lease Start,Lease End,Status,Tenant',
  '101,1BR,700,1500,1450,2026-01-01,2026-12-31,Occupied,A. Ames',
  '102,1BR,700,1500,1400,2024-01-01,2024-12-31,Occupied,B. Bell',
  '103,2BR,950,1900,1850,2026-03-01,2027-02-28,Occupied,C. Cole',
  '103,2BR,950,1900,1800,2026-04-01,2027-03-31,Occupied,D. Dunn',
  '104,2BR,950,1900,,,,Vacant,',
].join('\n')

const soon = { timeout: 30_000, interval: 100 }

interface Finding {
  id: string
  metric_key: string
  status: string
  severity: string | null
  version: number
  settlement: object | null
  stated: { value: number }
  compared_with: { value: number; document_id: string | null }
  effects: { metric_key: string; before: number; after: number }[]
}

onService('facts of documents', (app) => {
  const people = signInAll(app, ...dealRoles, 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const add = async (content: string, fileName: string): Promise<string> => {
    const part: FormPart = { fileName, content }
    const { status, body } = await upload(app, people().editor, at('documents'), [part])
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.documents[0].id
  }
  /** Waits until everything has been read and compared. */
  const compared = (): Promise<{ counts: object; findings: Finding[] }> =>
    vi.waitFor(async () => {
      const { body } = await people().viewer.get(at('reconciliation?limit=200'))
      expect(body.status).toBe('current')
      return body
    }, soon)
  const differing = async (): Promise<Finding[]> =>
    (await compared()).findings.filter(({ status }) => status === 'differs')
  const settle = (finding: Finding, body: object, person: Person = people().editor, version = finding.version) =>
    person.send('POST', at(`reconciliation/${finding.id}/settle`), body, { 'if-match': `"${version}"` })

  it('are read from a document by itself, with their place and confidence [FACT-1]', async () => {
    const id = await add(memorandum, 'om.txt')
    await compared()
    const { body } = await people().viewer.get(at(`facts?document_id=${id}`))
    expect(body.readings).toEqual([{ document_id: id, status: 'ready', facts: body.facts.length, tables: 0, flags: 0 }])
    const units = body.facts.find(({ metric_key: key }: { metric_key: string }) => key === 'unit_count')
    expect(units).toMatchObject({
      document_id: id,
      value: 212,
      unit: 'count',
      page: 1,
      quote: expect.stringContaining('212 units'),
      origin: 'text',
    })
    expect(units.confidence).toBeGreaterThan(0.6)
    expect(body.facts).toContainEqual(expect.objectContaining({ metric_key: null, value: 500_000, unit: 'currency' }))
  })

  it('can be listed page by page and by metric [FACT-1]', async () => {
    await add(memorandum, 'om.txt')
    await compared()
    const all = (await people().viewer.get(at('facts'))).body.facts
    const seen: object[] = []
    let cursor = ''
    do {
      const { body } = await people().viewer.get(at(`facts?limit=2${cursor}`))
      seen.push(...body.facts)
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual(all)
    const byMetric = (await people().viewer.get(at('facts?metric_key=unit_count'))).body.facts
    expect(byMetric.map(({ value }: { value: number }) => value)).toEqual([212])
    expect((await people().viewer.get(at('facts?cursor=nonsense'))).status).toBe(422)
  })

  it('hold rent rolls as typed rows, with what their checks found [FACT-2]', async () => {
    const id = await add(rentRoll, 'rent roll.csv')
    await compared()
    const { tables } = (await people().viewer.get(at(`documents/${id}/tables`))).body
    expect(tables).toMatchObject([{ kind: 'rent_roll', is_cut: false }])
    expect(tables[0].rows[0]).toMatchObject({ unit: '101', rent: 1_450, start: '2026-01-01', status: 'occupied' })
    expect(tables[0].flags).toContainEqual(
      expect.objectContaining({ code: 'duplicate_unit', message: 'The unit is listed twice.' }),
    )
    expectRefusal(await people().viewer.get(at(`documents/${deal}/tables`)), 404, 'document_not_found')
  })

  it('are compared with the numbers of the model by themselves [FACT-3]', async () => {
    await plantModel(app, people().editor, deal)
    const id = await add(memorandum, 'om.txt')
    const { counts, findings } = await compared()
    expect(counts).toMatchObject({ open: 2, settled: 0 })
    const found = findings.filter(({ status }) => status === 'differs')
    expect(found.map(({ metric_key: key }) => key).sort()).toEqual(['exit_cap_rate_pct', 'unit_count'])
    const cap = found.find(({ metric_key: key }) => key === 'exit_cap_rate_pct')
    expect(cap).toMatchObject({
      stated: { document_id: id, file_name: 'om.txt', value: 6.25, page: 1 },
      compared_with: { document_id: null, file_name: 'Model.xlsx', value: 5.5, sheet: 'Inputs', cell: 'B2' },
      difference: 0.75,
    })
    expect(findings.filter(({ status }) => status === 'agrees').map(({ metric_key: key }) => key)).toContain(
      'purchase_price',
    )
    expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
      type: 'contradiction.updated',
      actorId: null,
      data: { found: 2, gone: 0, changed: 0, open: 2 },
    })
  })

  it('are told to every member, also to who uploaded the document, and are new since their last look [FACT-9]', async () => {
    await plantModel(app, people().editor, deal)
    await add(memorandum, 'om.txt')
    expect(await differing()).toHaveLength(2)
    for (const person of [people().viewer, people().editor]) {
      const { body } = await person.get(`/api/canvas/notifications?deal_id=${deal}`)
      expect(body.notifications.filter(({ type }: { type: string }) => type === 'contradiction')).toMatchObject([
        { actor_id: people().editor.userId, snippet: expect.stringMatching(/Exit Cap Rate/) },
      ])
    }
    expect((await people().viewer.get(at('since'))).body.contradictions).toEqual({ found: 2, settled: 0 })
  })

  it('say how far headline numbers move with the number of the document, which decides the severity [FACT-4]', async () => {
    await plantModel(app, people().editor, deal)
    await add(memorandum, 'om.txt')
    const cap = (await differing()).find(({ metric_key: key }) => key === 'exit_cap_rate_pct')
    const multiple = cap?.effects.find(({ metric_key: key }) => key === 'equity_multiple')
    expect(multiple?.before).toBeGreaterThan(multiple?.after ?? Number.POSITIVE_INFINITY)
    expect(cap?.severity).toBe('critical')
    const preview = await people().viewer.send('POST', at('ripple/preview'), {
      metric_key: 'exit_cap_rate_pct',
      new_value: 6.25,
    })
    expect(preview.body).toContain(String(multiple?.after))
  })

  it('are counted by data quality without changing the integrity score [FACT-5]', async () => {
    await plantModel(app, people().editor, deal)
    const before = (await people().viewer.get(at('data-quality'))).body
    await add(memorandum, 'om.txt')
    await compared()
    const { body } = await people().viewer.get(at('data-quality'))
    expect(body.model_integrity_score).toBe(before.model_integrity_score)
    expect(body.data_quality_summary).toMatchObject({
      contradictions: 2,
      total: before.data_quality_summary.total + 2,
    })
    expect(body.data_quality_summary.findings).toContainEqual(
      expect.objectContaining({
        check: 'document_contradiction',
        message: expect.stringContaining('om.txt states 6.25%, the model has 5.5'),
        sheet: 'Inputs',
        cell: 'B2',
      }),
    )
  })

  it('contradict until somebody settles it with a reason, and again when a number changes [FACT-6]', async () => {
    await plantModel(app, people().editor, deal)
    await add(memorandum, 'om.txt')
    const find = async () => (await differing()).find(({ metric_key: key }) => key === 'exit_cap_rate_pct')
    const cap = await find()
    if (cap === undefined) throw new Error('There is no contradiction')
    const reason = 'The OM rounds up.'
    expectRefusal(await settle(cap, { choice: 'model', reason }, people().commenter), 403, 'role_too_low')
    expectRefusal(await settle(cap, { choice: 'model', reason }, people().editor, 99), 409, 'stale_version')
    expect((await settle(cap, { choice: 'nobody', reason })).status).toBe(422)
    const { status, body } = await settle(cap, { choice: 'model', reason })
    expect(status).toBe(200)
    expect(body.settlement).toMatchObject({ choice: 'model', reason })
    expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
      type: 'contradiction.settled',
      data: { finding_id: cap.id, choice: 'model', stated: 6.25, compared_with: 5.5 },
    })
    await add('The property was built in 1987.', 'note.txt')
    expect((await find())?.settlement).toMatchObject({ choice: 'model' })
    const preview = await people().editor.send('POST', at('ripple/preview'), {
      metric_key: 'exit_cap_rate_pct',
      new_value: 5.75,
    })
    const token = /"preview_token":"([^"]+)"/.exec(preview.body)?.[1]
    expect((await people().editor.send('POST', at('ripple/apply'), { preview_token: token })).status).toBe(200)
    await vi.waitFor(
      async () => expect(await find()).toMatchObject({ id: cap.id, settlement: null, compared_with: { value: 5.75 } }),
      { timeout: 20_000 },
    )
  })

  it('never contradict a number that was read with low confidence [FACT-8]', async () => {
    await plantModel(app, people().editor, deal)
    await app.sql("UPDATE deal_metrics SET confidence = 0.5 WHERE deal_id = $1 AND metric_key = 'unit_count'", [deal])
    await add(memorandum, 'om.txt')
    expect((await differing()).map(({ metric_key: key }) => key)).toEqual(['exit_cap_rate_pct'])
  })

  it('contradict each other where the model has no number [FACT-3]', async () => {
    const first = await add('The property has 212 units.', 'om.txt')
    const second = await add('The property has 208 units.', 'appraisal.txt')
    const [found, ...others] = await differing()
    expect(others).toEqual([])
    expect([found?.stated.value, found?.compared_with.value].sort()).toEqual([208, 212])
    expect([first, second]).toContain(found?.compared_with.document_id)
  })

  it('are none of the workbook that the numbers come from, also if it was read before it became the model [FACT-10]', async () => {
    const factsOf = async (id: string) => (await people().viewer.get(at(`facts?document_id=${id}`))).body.facts.length
    const [first, second] = [
      await uploadWorkbook(app, people().editor, deal, propertySheets()),
      await uploadWorkbook(app, people().editor, deal, propertySheets({ purchasePrice: 51_000_000 })),
    ]
    await vi.waitFor(async () => expect(await factsOf(first)).toBeGreaterThan(0), soon)
    for (const [model, other] of [
      [first, second],
      [second, first],
    ] as const) {
      expect((await people().editor.send('POST', at('model'), { document_id: model })).status).toBe(200)
      await vi.waitFor(async () => {
        expect(await factsOf(model)).toBe(0)
        expect(await factsOf(other)).toBeGreaterThan(0)
      }, soon)
    }
  })

  it('go with their document, and so do their contradictions [FACT-7]', async () => {
    await plantModel(app, people().editor, deal)
    const id = await add(memorandum, 'om.txt')
    expect(await differing()).toHaveLength(2)
    expect((await people().editor.send('DELETE', at(`documents/${id}`))).status).toBe(204)
    expect(await differing()).toEqual([])
    expect((await people().viewer.get(at('facts'))).body.facts).toEqual([])
    expect(await app.sql('SELECT FROM document_facts WHERE deal_id = $1', [deal])).toEqual([])
  })
})
