import { fencedBlocks } from '@deal-canvas/memo'
import { beforeEach, expect, it, vi } from 'vitest'
import { auditTrailOf } from '../../../testing/deal-audit-trail.ts'
import { expectDeclaredEvents } from '../../../testing/declared-events.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../../testing/service.ts'
import { upload } from '../../../testing/uploading.ts'
import { propertySheets, workbookOf } from '../../../testing/workbooks.ts'

const soon = { timeout: 60_000, interval: 50 }

onService('memo draft', (app) => {
  const people = signInAll(app, 'owner', 'outsider')
  beforeEach(() => forgetLimits(app))

  /** A deal built from a workbook alone. */
  const buildDeal = async (): Promise<(rest: string) => string> => {
    const { owner } = people()
    const { conversation_id: id, deal_id: deal } = (await owner.send('POST', '/api/intake')).body
    await upload(app, owner, `/api/intake/${id}/files`, [
      { fileName: 'Model.xlsx', content: workbookOf(propertySheets()) },
    ])
    await owner.send('POST', `/api/intake/${id}/deal-name`, { deal_name: 'Riverside' })
    await owner.send('POST', `/api/intake/${id}/complete`)
    await vi.waitFor(async () => expect((await owner.get(`/api/intake/${id}`)).body.status).toBe('ready'), soon)
    return (rest) => `/api/canvas/${deal}${rest}`
  }
  const draft = (at: (rest: string) => string, person: Person = people().owner) =>
    person.send('POST', at('/memo/draft'))
  const section = async (at: (rest: string) => string, key: string) =>
    (await people().owner.get(at(`/sections/${key}`))).body
  const priceIn = async (at: (rest: string) => string): Promise<number> =>
    (await people().owner.get(at('/metrics'))).body.metrics.find(
      ({ metric_key }: { metric_key: string }) => metric_key === 'purchase_price',
    ).value
  const addMemorandum = async (at: (rest: string) => string, price: number) => {
    const text = `The purchase price is $${price.toLocaleString('en-US')}.`
    const { status, body } = await upload(app, people().owner, at('/documents'), [
      { fileName: 'offer.txt', content: Buffer.from(text) },
    ])
    expect(status).toBe(201)
    await vi.waitFor(async () => {
      const found = (await people().owner.get(at('/reconciliation'))).body
      expect(found.status).toBe('current')
      expect(found.findings).toHaveLength(1)
    }, soon)
    return { text, documentId: body.documents[0].id }
  }

  it('quotes a document that was added since, and leaves edited sections as they are', async () => {
    const at = await buildDeal()
    const edited = 'Written by hand.'
    await people().owner.send('PUT', at('/sections/valuation'), { content: edited })
    const { text, documentId } = await addMemorandum(at, await priceIn(at))
    const { status, body } = await draft(at)
    expect([status, body]).toEqual([
      200,
      { added_sections: [], redrafted_sections: ['transaction_overview'], kept_sections: ['valuation'] },
    ])
    expect(fencedBlocks((await section(at, 'transaction_overview')).content)).toContainEqual(
      expect.objectContaining({ block: 'fact', document: documentId, quote: text, metric: 'purchase_price' }),
    )
    expect(await section(at, 'valuation')).toMatchObject({ content: edited })
    const drafted = (await auditTrailOf(app, at('').split('/').at(-1) ?? '')).filter(
      ({ type }) => type === 'section.redrafted',
    )
    expect(drafted).toEqual([
      expect.objectContaining({ data: { added_sections: [], redrafted_sections: ['transaction_overview'] } }),
    ])
    expect(await expectDeclaredEvents(app)).toContain('section.redrafted')
  })

  it('lists a document that contradicts the model among the risks, and does not state its number', async () => {
    const at = await buildDeal()
    const price = await priceIn(at)
    const { text } = await addMemorandum(at, price * 2)
    const { body } = await draft(at)
    expect([...body.added_sections, ...body.redrafted_sections]).toContain('risks_mitigants')
    expect(fencedBlocks((await section(at, 'risks_mitigants')).content)).toContainEqual(
      expect.objectContaining({ block: 'fact', quote: text, metric: 'purchase_price' }),
    )
    expect((await section(at, 'transaction_overview')).content).not.toContain(text)
  })

  it('changes nothing and records nothing if nothing is new', async () => {
    const at = await buildDeal()
    const before = (await people().owner.get(at(''))).body.sections
    const { body } = await draft(at)
    expect(body).toEqual({ added_sections: [], redrafted_sections: [], kept_sections: [] })
    expect((await people().owner.get(at(''))).body.sections).toEqual(before)
  })

  it('does not draft the memo of a deal for people who cannot see it', async () => {
    const at = await buildDeal()
    expectRefusal(await draft(at, people().outsider), 404, 'deal_not_found')
  })
})
