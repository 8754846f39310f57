import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectInSight } from './support/expect-in-sight.ts'
import { inBrowser } from './support/in-browser.ts'

const memorandum = [
  '<h1>Riverside Apartments</h1><p>A garden community of 216 apartment units at a price of $48,500,000.</p>',
  '<h2>Condition</h2><p>The elevators are original. The roofs were replaced in 2019 by the seller.</p>',
  '<h2>Closing</h2><p>The seller expects to close before the end of the year.</p>',
]

/** A PDF as people print it: with embedded fonts, one page for each part. */
const printed = async (page: Page): Promise<Buffer> => {
  await page.setContent(memorandum.map((part) => `<div style="break-after: page">${part}</div>`).join(''))
  return page.pdf({ format: 'A4' })
}

/** Whether something is drawn on a page. */
const isDrawn = (page: Page, number: number): Promise<boolean> =>
  page.getByRole('article', { name: `Page ${number}` }).evaluate((sheet) => {
    const canvas = sheet.querySelector('canvas')
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return data.some((level, n) => n % 4 === 0 && level < 100)
  })

inBrowser('the pages of a document', ({ open, signIn }) => {
  test('shows a PDF at the cited page with the sentence highlighted and its facts beside it', async () => {
    const file = await printed(await open('about:blank'))
    const page = await open('/app/canvas/demo-riverside/documents')
    await signIn(page, 'owner@example.com')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Offering memorandum.pdf', mimeType: 'application/pdf', buffer: file })
    await page.getByRole('link', { name: 'Open Offering memorandum.pdf' }).click()
    await expect.poll(() => isDrawn(page, 1), { timeout: 30_000 }).toBe(true)
    await page.getByText('of 3').waitFor()

    const facts = page.getByRole('region', { name: 'Facts on page 1' })
    const units = facts.getByRole('listitem').filter({ hasText: 'Units' })
    await units.getByText('Contradicts').waitFor({ timeout: 60_000 })
    await units.getByText('216').waitFor()
    expect(await units.getByRole('link', { name: 'Unit Mix!C8' }).getAttribute('href')).toMatch(/sheet=Unit/)
    await facts.getByRole('button', { name: 'Show Units on the page' }).click()
    await expectInSight(page.locator('article[data-page="1"] [data-mark=cited]'))
    await expectLightAndDark(page, 'document')

    await page.getByRole('searchbox', { name: 'Search documents' }).fill('roofs replaced')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /The roofs were replaced in 2019/ }).click()
    await expectInSight(page.locator('article[data-page="2"] [data-mark=cited]'))
    await page.getByRole('region', { name: 'Facts on page 2' }).waitFor()
    // The text of the page can be selected and is read aloud.
    await page.getByRole('article', { name: 'Page 2' }).getByText('The elevators are original.').waitFor()
    await page.reload()
    await expectInSight(page.locator('article[data-page="2"] [data-mark=cited]'))

    await page.getByRole('region', { name: 'Facts on page 2' }).waitFor()
    await page.evaluate(() => {
      const line = [...document.querySelectorAll('[data-page="2"] text')].find(({ textContent }) =>
        textContent?.includes('elevators'),
      )
      const words = line?.firstChild
      if (words == null) throw new Error('The line is not there')
      document.getSelection()?.setBaseAndExtent(words, 0, words, 'The elevators are original.'.length)
    })
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Who pays for new ones?')
    await page.keyboard.press('Control+Enter')
    const comments = page.getByRole('list', { name: 'Comments on page 2' })
    await comments.getByText('Who pays for new ones?').waitFor()
    await comments.getByRole('link', { name: 'The elevators are original.' }).click()
    await expectInSight(page.locator('article[data-page="2"] [data-mark=cited]'))
    expect(await complaints(page)).toEqual([])
    await page.getByRole('button', { name: /^Facts \d/ }).click()

    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('region', { name: 'Facts on page 3' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'document-390', true)
  })

  test('shows a document without a layout as text, with its tables and what it states', async () => {
    const page = await open('/app/canvas/demo-helios/documents')
    await signIn(page, 'viewer@example.com')
    await page.getByRole('link', { name: 'Open helios-management-presentation.docx' }).click()
    const facts = page.getByRole('region', { name: 'Facts on page 1' })
    await facts.getByRole('button', { name: /Contradicts [1-9]/ }).click()
    const share = facts.getByRole('listitem').filter({ hasText: 'Recurring Revenue Share' })
    await share.getByText('Contradicts').waitFor()
    expect(await share.getByRole('button', { name: /Settle/ }).count()).toBe(0)
    await share.getByRole('button', { name: 'Show Recurring Revenue Share on the page' }).click()
    await expectInSight(page.locator('[data-mark=cited]').first())
    expect(await complaints(page)).toEqual([])
    await shot(page, 'document-text')
  })
})
