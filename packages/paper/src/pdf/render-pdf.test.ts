import { readDocument } from '@deal-canvas/memo/document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PrintableMemo, PrintedSection } from '../printable-memo.ts'
import { firstMissing, sectionWords } from '../testing/memo-words.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { sampleMemo } from '../testing/sample-memo.ts'
import { renderPdf } from './render-pdf.ts'

const oneSection = (content: string, blocks: PrintedSection['blocks'] = []): PrintableMemo =>
  sampleMemo({ sections: [{ number: '1', title: 'Section', document: readDocument(content).toJSON(), blocks }] })

const blockText = '```dc-block\n{"block":"kpis","metrics":["noi"]}\n```'

describe('the memo as PDF', () => {
  it('prints every word of every section in order, with titles, figures, sources and the head hash', async () => {
    const memo = sampleMemo()
    const { body, pages, title, language, hasTags } = await readPdf(await renderPdf(memo))
    const text = body.slice(body.indexOf('1Recommendation', body.indexOf('Howtoread')))
    const words = memo.sections.flatMap(({ title: name, document }) => [
      ...name.split(' '),
      ...sectionWords(memo, document),
    ])
    expect(firstMissing(text, words)).toBeUndefined()
    expect(firstMissing(text, memo.sources.map(({ place }) => place.replaceAll(' ', '')).slice(1, 5))).toBeUndefined()
    expect(body).toContain('b97c37ffd8425e768d744c6b4943514df16d75390c32e3b4fff4073d16f98e83')
    for (const label of ['37,388', '−21,478', '1.12x*', '19.2%', 'Hurdle14.0%', '216units', 'Debtservice'])
      expect(body).toContain(label)
    expect(pages[1]).toContain(`2 of ${pages.length}`)
    expect({ title, language, hasTags }).toEqual({ title: 'Riverside Apartments', language: 'en-US', hasTags: true })
  })

  it('numbers sources in the order of their citation, one number for each', async () => {
    const { body } = await readPdf(await renderPdf(sampleMemo()))
    expect(body).toContain('$48.50M1with$21.48M2ofequity,foraleveredIRRof15.7%3andanequitymultipleof1.96x†4')
    expect(body).toContain('5.35%‡5,and15.7%3isthereturn')
    expect(body).toContain('1Purchaseprice$48.50MAssumptions!B6MayaOkafor')
  })

  it('gives the same bytes for the same memo', async () => {
    expect(Buffer.compare(await renderPdf(sampleMemo()), await renderPdf(sampleMemo()))).toBe(0)
  })

  it('repeats the heading row of a table on each page and keeps every row', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({ label: `Tenant ${n}`, cells: [{ text: `${n * 7}.00` }] }))
    const memo = oneSection(blockText, [{ view: 'table', columns: [{ label: 'Annual rent' }], rows }])
    const { pages, body } = await readPdf(await renderPdf(memo))
    const tablePages = pages.filter((page) => page.includes('Tenant'))
    expect(tablePages.length).toBeGreaterThan(2)
    expect(tablePages.every((page) => page.includes('Annual rent'))).toBe(true)
    expect(
      firstMissing(
        body,
        rows.flatMap(({ label, cells }) => [label.replace(' ', ''), cells[0]?.text ?? '']),
      ),
    ).toBeUndefined()
  })

  it('splits a table of 200 columns by columns and repeats the labels, inside the page', async () => {
    const columns = Array.from({ length: 200 }, (_, n) => ({ label: `M${n + 1}` }))
    const rows = ['Rent', 'Costs'].map((label) => ({
      label,
      cells: columns.map((_, n) => ({ text: `${label[0]}${n}.00` })),
    }))
    const { body, extent } = await readPdf(await renderPdf(oneSection(blockText, [{ view: 'table', columns, rows }])))
    for (const row of rows) for (const { text } of row.cells) expect(body).toContain(text)
    expect(body.split('Rent').length).toBeGreaterThan(4)
    expect(extent.right).toBeLessThanOrEqual(extent.pageWidth - 50)
    expect(extent.bottom).toBeGreaterThan(20)
  })

  it('breaks words that are longer than a line, and cells that are longer than a page', async () => {
    const long = 'Wertpapier'.repeat(400)
    const cell = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join(' ')
    const { body, extent } = await readPdf(
      await renderPdf(oneSection(`${long}\n\n| A | B |\n|---|---|\n| short | ${cell} |`)),
    )
    expect(body).toContain(long)
    expect(firstMissing(body, cell.split(' '))).toBeUndefined()
    expect(extent.right).toBeLessThanOrEqual(extent.pageWidth - 50)
  })

  it('prints a box for characters that the font lacks, and removes marks that reverse the text', async () => {
    const { body } = await readPdf(await renderPdf(oneSection('before 😀 שלום \u202e100\u202c after \u0007bell')))
    expect(body).toContain('before□□□□□100afterbell')
  })

  it('prints the description of an image and never its address', async () => {
    const { pages } = await readPdf(await renderPdf(oneSection('![Site plan](https://images.example/plan.png)')))
    const text = pages.join(' ')
    expect(text).toContain('[image: Site plan]')
    expect(text).not.toContain('images.example')
  })

  it('states the watermark on every page', async () => {
    const { pages } = await readPdf(await renderPdf(sampleMemo({ watermark: 'Jonas Berg, Nov 16' })))
    expect(pages.every((page) => page.includes('Jonas Berg, Nov 16'))).toBe(true)
  })

  it('prints the outcome instead of the proposal once it is decided', async () => {
    const decision = {
      title: 'Approved with 1 condition',
      outcome: 'approved' as const,
      conditions: [{ text: 'Rate lock' }],
    }
    const { pages } = await readPdf(await renderPdf(sampleMemo({ decision })))
    expect(pages[0]).toContain('Approved with 1 condition')
    expect(pages[0]).not.toContain('For decision')
  })

  it('renders every memo without an error and prints its words', async () => {
    const word = fc.stringMatching(/^[a-zA-Zäé0-9€.,−]{1,30}$/)
    const line = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
    const part = fc.oneof(
      line,
      line.map((text) => `- ${text}`),
      line.map((text) => `## ${text}`),
      line.map((text) => `> ${text}`),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.tuple(word, word).map(([a, b]) => `| ${a} | ${b} |\n|---|--:|\n| ${b} | ${a} |`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(part, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        async (sections, dealName) => {
          const documents = sections.map((parts) => readDocument(parts.join('\n\n')).toJSON())
          const memo = sampleMemo({
            dealName,
            sections: documents.map((document, n) => ({
              number: String(n + 1),
              title: `Part ${n}`,
              document,
              blocks: [],
            })),
          })
          const { body } = await readPdf(await renderPdf(memo))
          const words = documents.flatMap((document) => sectionWords(memo, document))
          const printable = words.filter((text) => /^[a-zA-Zäé0-9€.,−]+$/.test(text))
          expect(firstMissing(body, printable)).toBeUndefined()
        },
      ),
      { numRuns: 15 },
    )
  })
})
