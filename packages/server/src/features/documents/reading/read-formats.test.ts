import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slidesFile } from '../../../testing/uploading.ts'
import { readHtml } from './read-html.ts'
import { readPptx } from './read-pptx.ts'
import { readRtf } from './read-rtf.ts'
import { Unreadable } from './unreadable.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const isReadOrRejected = (read: () => { pages: unknown[] }): boolean => {
  try {
    return read().pages.length > 0
  } catch (error) {
    return error instanceof Unreadable
  }
}

describe('presentations', () => {
  const text = (said: string, properties = '') => `<a:p><a:pPr ${properties}/><a:r><a:t>${said}</a:t></a:r></a:p>`
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${text('Returns')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr><a:tr><a:tc><a:txBody>${text('IRR')}</a:txBody></a:tc><a:tc><a:txBody>${text('18.4%')}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`
  const list = `<p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody>${text('Growth &amp; scale')}${text('New sites', 'lvl="1"')}</p:txBody></p:sp>`

  it('reads each slide as a page in the order of the presentation, title first, without slide numbers', () => {
    const file = slidesFile([
      { title: 'Summary', shapes: list, notes: 'Pause here.' },
      { title: 'Returns', shapes: table },
    ])
    expect(readPptx(file)).toEqual({
      title: 'Summary',
      pages: [
        {
          page: 1,
          heading: 'Summary',
          text: '# Summary\n- Growth & scale\n  - New sites\n## Speaker notes\nPause here.',
        },
        {
          page: 2,
          heading: 'Returns',
          text: '# Returns\nReturns | \nIRR | 18.4%',
          tables: [
            {
              rows: [
                ['Returns', ''],
                ['IRR', '18.4%'],
              ],
              from: 10,
              to: 32,
            },
          ],
        },
      ],
    })
  })

  it('reads the numbers behind a chart as a table', () => {
    const points = (...values: string[]) =>
      values.map((value, place) => `<c:pt idx="${place}"><c:v>${value}</c:v></c:pt>`).join('')
    const chart = `<c:chartSpace xmlns:c="c"><c:ser><c:tx><c:strCache>${points('Revenue')}</c:strCache></c:tx><c:cat><c:strCache>${points('2025', '2026')}</c:strCache></c:cat><c:val><c:numCache>${points('10.5', '12.000000000000002')}</c:numCache></c:val></c:ser></c:chartSpace>`
    const file = slidesFile([{ title: 'Growth', shapes: '<c:chart r:id="rId2"/>', chart }])
    expect(readPptx(file).pages[0]?.tables?.[0]?.rows).toEqual([
      ['', 'Revenue'],
      ['2025', '10.5'],
      ['2026', '12'],
    ])
  })
})

describe('web pages', () => {
  it('reads headings, lists and tables of a web page, and neither scripts nor markup', () => {
    const html = `<!DOCTYPE html><html><head><title>Lease &amp; terms</title><style>p { color: red }</style></head><body>
      <h1>Lease</h1><ol><li>Term<ul><li>Option</li></ul></li><li>Rent</li></ol><script>alert("no")</script>
      <div hidden>secret</div><p>Five <b>years</b>,<br>renewable.</p>
      <table><tr><th rowspan="2">Unit</th><th colspan="2">Rent</th></tr><tr><th>2025</th><th>2026</th></tr><tr><td>101</td><td>1,200</td><td></td></tr></table>`
    expect(readHtml(bytes(html))).toEqual({
      title: 'Lease & terms',
      pages: [
        {
          page: 1,
          heading: 'Lease',
          text: '# Lease\n1. Term\n  - Option\n2. Rent\nFive years,\nrenewable.\nUnit | Rent | \n | 2025 | 2026\n101 | 1,200 | ',
          tables: [
            {
              rows: [
                ['Unit', 'Rent', ''],
                ['', '2025', '2026'],
                ['101', '1,200', ''],
              ],
              from: 58,
              to: 102,
            },
          ],
        },
      ],
    })
  })

  it('reads the tables inside a table that only arranges the page', () => {
    const html =
      '<table><tr><td>Menu</td><td><p>Rents</p><table><tr><td>101</td><td>1,200</td></tr></table></td></tr></table>'
    const [page] = readHtml(bytes(html)).pages
    expect(page?.text).toBe('Menu\nRents\n101 | 1,200')
    expect(page?.tables?.map(({ rows }) => rows)).toEqual([[['101', '1,200']]])
  })

  it('rejects a web page that is nested too deeply', () => {
    expect(() => readHtml(bytes('<b>'.repeat(600)))).toThrow(/nested too deeply/)
  })

  it('reads or rejects any sequence of tags', () => {
    const tag = fc.constantFrom(
      '<table>',
      '</table>',
      '<tr>',
      '<td>',
      '</td>',
      '<li>',
      '<ul>',
      '</ul>',
      '<h1>',
      '</h1>',
      '<p>',
      'word ',
      '<script>',
      '</script>',
      '&amp;',
      '<',
      '<td colspan=1e9>',
    )
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 60 }), (tags) => isReadOrRejected(() => readHtml(bytes(tags.join(''))))),
    )
  })
})

describe('rich text', () => {
  const rtf = (body: string) =>
    bytes(
      `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}{\\stylesheet{\\s1 heading 1;}}{\\info{\\title A title}{\\author Nobody}}${body}}`,
    )

  it('reads headings, tables, notes and special letters of rich text and leaves out deleted and hidden text', () => {
    const body = [
      '\\pard\\s1 Lease\\par',
      "\\pard Caf\\'e9 \\u8364?5 \\{net\\} {\\f1 \\'cf}{\\deleted old }{\\v hidden }new{\\footnote Five years.}\\par",
      '\\trowd\\pard\\intbl Unit\\cell Rent\\cell\\row\\trowd\\pard\\intbl \\cell 1,200\\cell\\row',
      '\\pard {\\pict 0102ff}{\\*\\unknown x}{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt a link}}\\par\\page Next',
    ]
    expect(readRtf(rtf(body.join('\n')))).toEqual({
      title: 'A title',
      pages: [
        {
          page: 1,
          heading: 'Lease',
          text: '# Lease\nCafé €5 {net} Пnew[1]\nUnit | Rent\n | 1,200\na link\n[1] Five years.',
          tables: [
            {
              rows: [
                ['Unit', 'Rent'],
                ['', '1,200'],
              ],
              from: 30,
              to: 50,
            },
          ],
        },
        { page: 2, text: 'Next' },
      ],
    })
  })

  it('rejects rich text that is nested too deeply', () => {
    expect(() => readRtf(bytes(`{\\rtf1 ${'{'.repeat(5_000)}`))).toThrow(/nested too deeply/)
  })

  it('reads or rejects any sequence of groups and control words', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '\\par ',
      '\\cell ',
      '\\row ',
      '\\intbl ',
      '\\pard ',
      "\\'e4",
      '\\u300 ',
      '\\uc0 ',
      'word',
      '\\*\\x ',
      '\\bin9999 ',
      '\\footnote ',
      '\\',
      '\\page ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
        isReadOrRejected(() => readRtf(bytes(`{\\rtf1 ${pieces.join('')}`))),
      ),
    )
  })
})
