import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { shot } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const fenced = (block: object): string => `\`\`\`dc-block\n${JSON.stringify(block)}\n\`\`\``

/** The pages of the paper as texts, without spaces: words are split where letters are kerned. */
const paperOf = async (page: Page): Promise<string[]> => {
  const data = new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let n = 1; n <= pdf.numPages; n++) {
    const { items } = await (await pdf.getPage(n)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replaceAll(/\s/g, ''),
    )
  }
  await pdf.loadingTask.destroy()
  return pages
}

const flat = (text: string): string => text.replaceAll(/\s/g, '')

inBrowser('pages on paper', ({ open, signIn, callAs }) => {
  const at = '/api/canvas/demo-riverside'
  beforeAll(async () => {
    const table = {
      block: 'model_table',
      title: 'Five-year cash flow',
      sheet: 'Yearly Cash Flow',
      range: 'A3:F19',
      rows: [
        { row: 13, label: 'Effective Gross Income' },
        { row: 15, label: 'Net Operating Income', total: true },
      ],
    }
    await callAs('owner@example.com', 'PUT', `${at}/sections/last_of_all`, {
      title: 'Last of all',
      content: `See [the data room](https://data.example/riverside).\n\n${fenced(table)}`,
    })
  }, 300_000)

  test('the memo is printed whole, with blocks that were out of sight, in light colors and without comments', async () => {
    const page = await open('/app/canvas/demo-riverside', { colorScheme: 'dark' })
    await signIn(page, 'owner@example.com')
    const sections = page.locator('[data-section] h2')
    await sections.first().waitFor()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.keyboard.press('Control+p')
    await page.locator('body[data-printed]').waitFor()
    const titles = await sections.allTextContents()
    expect(titles.length).toBeGreaterThan(3)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await shot(page, 'paper-memo', true)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe('rgb(255, 255, 255)')
    const pages = await paperOf(page)
    const text = pages.join('')
    expect(pages.length).toBeGreaterThan(1)
    for (const title of titles) expect(text).toContain(flat(title))
    for (const words of ['Riverside Apartments', 'Five-year cash flow', 'Net Operating Income', 'Printed on'])
      expect(text).toContain(flat(words))
    expect(text).toContain('(https://data.example/riverside)')
    const table = pages.filter(
      (one) => one.includes(flat('Effective Gross Income')) && one.includes(flat('Five-year cash flow')),
    )
    expect(table).toHaveLength(1)
    for (const words of ['Edit section', 'What if', 'Add a comment']) expect(text).not.toContain(flat(words))
  })

  test('the redline and the audit trail are printed without their controls', async () => {
    const page = await open('/app/canvas/demo-riverside/versions')
    await signIn(page, 'owner@example.com')
    await page.getByRole('region', { name: 'Last of all' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const redline = (await paperOf(page)).join('')
    expect(redline).toContain(flat('Last of all'))
    expect(redline).toMatch(/version\d+comparedwithversion\d+/)
    expect(redline).not.toContain(flat('Export version'))
    await page.emulateMedia({ media: 'screen' })
    await page.goto(page.url().replace(/versions.*$/, 'record'))
    await page.getByRole('region', { name: 'Events' }).getByRole('listitem').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await shot(page, 'paper-record', true)
    const record = (await paperOf(page)).join('')
    expect(record).toContain(flat('Last of all'))
    for (const words of ['Anyone', 'Any time', 'Export audit trail']) expect(record).not.toContain(flat(words))
  })
})
