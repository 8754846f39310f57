import { writeBlock } from '@deal-canvas/memo'
import { strFromU8, unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { endOf, exportDeal, fileOf } from '../../testing/exporting.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { plantModel } from '../../testing/workbooks.ts'

const pagesOfPdf = async (data: Uint8Array): Promise<{ pages: string[] }> => {
  const pdf = await getDocument({ data: data.slice(), verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, n) => pdf.getPage(n + 1)))
  const texts = await Promise.all(pages.map((page) => page.getTextContent()))
  await pdf.loadingTask.destroy()
  return { pages: texts.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(' ')) }
}

const textOfPdf = async (data: Uint8Array): Promise<string> => (await pagesOfPdf(data)).pages.join(' ')

const flat = (text: string): string => text.replaceAll(/\s+/g, '')

onService('a memo as a file', (app) => {
  const people = signInAll(app, 'owner', 'editor')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    const orgId = await plantOrg(app)
    deal = await plantDeal(app, {
      orgId,
      members: { [people().owner.userId]: 'owner', [people().editor.userId]: 'editor' },
      name: 'Harbor Point',
    })
    await plantModel(app, people().owner, deal)
    const content = [
      'The purchase price is [[purchase_price]], covered **1.2 times**.',
      writeBlock({ block: 'kpis', metrics: ['dscr', 'exit_cap_rate_pct'] }),
      writeBlock({ block: 'model_table', title: 'Results', sheet: 'Summary', range: 'A1:B11', header_rows: 0 }),
      writeBlock({ block: 'risk', statement: 'Taxes are reassessed', severity: 'high', mitigant: 'A reserve' }),
      writeBlock({ block: 'model_table', title: 'Gone', sheet: 'Nowhere', range: 'A1:B2' }),
    ].join('\n\n')
    await people().editor.send('PUT', `/api/canvas/${deal}/sections/executive_summary`, {
      title: 'Executive Summary',
      content,
    })
    await people().editor.send('POST', `/api/canvas/${deal}/comments`, {
      comment_type: 'blocker',
      section_key: 'executive_summary',
      content: 'Counsel has not answered',
    })
  })
  const apply = async (metric_key: string, new_value: number) => {
    const { body } = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token, reason: 'Broker quote' })
  }
  const file = async (body: object) => {
    const ready = await exportDeal(people().editor, deal, body)
    if (ready.status !== 'ready') throw new Error(JSON.stringify(ready))
    return { ready, ...(await fileOf(app, people().editor, deal, ready.id)) }
  }

  it('names who confirmed the cell of a number, and says of the others that nobody has [EXPORT-13]', async () => {
    const { body: reading } = await people().editor.get(`/api/canvas/${deal}/reading`)
    const { status } = await people().editor.send(
      'PUT',
      `/api/canvas/${deal}/reading`,
      { choices: [], confirm: ['purchase_price'] },
      { 'if-match': `"${reading.version}"` },
    )
    expect(status).toBe(200)
    const text = flat(await textOfPdf((await file({ format: 'pdf' })).bytes))
    expect(text).toContain(flat('Purchase Price $50.00M Inputs!B1 Priya Nair'))
    expect(text).not.toContain(flat('Purchase Price $50.00M Inputs!B1 Not confirmed'))
  })

  const said = [
    'Harbor Point',
    'An org, confidential',
    'Executive Summary',
    'The purchase price is $50.00M',
    'Debt Service Coverage Ratio',
    '1.52x',
    'Net Operating Income',
    '$2,964,000',
    'Taxes are reassessed',
    'The workbook no longer has the sheet Nowhere.',
    'Counsel has not answered',
    'Inputs!B1',
  ]

  it('is a PDF with its numbers, blocks, sources, open items and the newest events [EXPORT-13]', async () => {
    const { headers, bytes, ready } = await file({ format: 'pdf', watermark: true })
    expect(headers['content-type']).toBe('application/pdf')
    expect(ready.file_name).toMatch(/^Harbor Point, Memo, \d{4}-\d\d-\d\d\.pdf$/)
    const text = flat(await textOfPdf(bytes))
    for (const words of [...said, 'Exported for']) expect(text).toContain(flat(words))
    expect(text).not.toContain('[[')
    expect(text).not.toContain('dc-block')
  })

  it('is a Word file with the same words, and real tables [EXPORT-13]', async () => {
    const { headers, bytes } = await file({ format: 'docx' })
    expect(headers['content-type']).toContain('wordprocessingml.document')
    const parts = unzipSync(bytes)
    const xml = Object.entries(parts)
      .filter(([name]) => /^word\/(?:document|footnotes|header\d*|footer\d*)\.xml$/.test(name))
      .map(([, part]) => strFromU8(part))
      .join(' ')
    expect(xml).toContain('<w:tbl>')
    const text = flat(xml.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'))
    for (const words of said) expect(text).toContain(flat(words))
  })

  it('names the version of memo and model and the scenario on the cover and at the foot of each page [EXPORT-14]', async () => {
    const { body } = await people().editor.get(`/api/canvas/${deal}/memo/versions`)
    const newest = body.versions[0].version
    const { ready, bytes } = await file({ format: 'pdf' })
    expect(ready.memo_version).toBe(newest)
    const { pages } = await pagesOfPdf(bytes)
    const standing = flat(`Memo version ${newest}`)
    for (const page of pages) expect(flat(page)).toContain(standing)
    expect(flat(pages[0] ?? '')).toContain(flat('Model version 1'))
    expect(flat(pages[2] ?? '')).toContain(flat('Scenario: Base'))
    const [event] = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'export.created')
    expect(event?.data).toMatchObject({ memo_version: newest })
  })

  it('shows texts and numbers of an earlier version, and says of tables that theirs are not kept [EXPORT-14]', async () => {
    const before = (await people().editor.get(`/api/canvas/${deal}/memo/versions`)).body.versions[0].version
    await apply('exit_cap_rate_pct', 6.25)
    await people().editor.send('PUT', `/api/canvas/${deal}/sections/executive_summary`, {
      title: 'Executive Summary',
      content: 'Rewritten, at a cap rate of [[exit_cap_rate_pct]].',
    })
    const now = flat(await textOfPdf((await file({ format: 'pdf' })).bytes))
    expect(now).toContain(flat('Rewritten, at a cap rate of 6.25%'))
    const { ready, bytes } = await file({ format: 'pdf', memo_version: before })
    expect(ready.memo_version).toBe(before)
    const then = flat(await textOfPdf(bytes))
    const kept = ['The purchase price is $50.00M', '1.52x', '5.50%', `Memo version ${before}`, 'An earlier version']
    for (const words of kept) expect(then).toContain(flat(words))
    for (const words of ['The numbers that this block showed in this version are not kept', 'of this earlier version'])
      expect(then).toContain(flat(words))
    for (const words of ['Rewritten', '6.25%', '$2,964,000', 'Counsel has not answered', 'Inputs!B1'])
      expect(then).not.toContain(flat(words))
  })

  it('refuses a version that the memo does not have, and a version for a file that is not a memo [EXPORT-14]', async () => {
    const ask = (body: object) => people().editor.send('POST', `/api/canvas/${deal}/exports`, body)
    expectRefusal(await ask({ format: 'pdf', memo_version: 999 }), 404, 'memo_version_not_found')
    const { status, body } = await ask({ format: 'json', memo_version: 1 })
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'memo_version']])
    expect(await app.sql('SELECT id FROM deal_exports WHERE deal_id = $1', [deal])).toEqual([])
  })

  it('shows what the memo presents, so that a scenario cannot be chosen for it', async () => {
    const { status, body } = await people().editor.send('POST', `/api/canvas/${deal}/exports`, {
      format: 'pdf',
      scenario_id: 'base',
    })
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'scenario_id']])
  })

  describe('of a deal without sections and workbook', () => {
    it('is made all the same', async () => {
      const bare = await plantDeal(app, { members: { [people().editor.userId]: 'owner' }, name: 'Bare' })
      const { body } = await people().editor.send('POST', `/api/canvas/${bare}/exports`, { format: 'pdf' })
      const ready = await endOf(people().editor, bare, body.id)
      expect([ready.status, ready.problem]).toEqual(['ready', null])
    })
  })
})
