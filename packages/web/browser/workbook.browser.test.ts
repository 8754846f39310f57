import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('the workbook page', ({ open, signIn }) => {
  const address = (page: Page) => new URL(page.url()).searchParams
  const expectAddress = (page: Page, sheet: string, cell: string) =>
    expect.poll(() => [address(page).get('sheet'), address(page).get('cell')]).toEqual([sheet, cell])
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Cell', exact: true })

  test('opens at the cited cell, explains its formula in words, and follows precedents and dependents and back', async () => {
    const page = await open('/app/canvas/demo-riverside/quality')
    await signIn(page, 'owner@example.com')
    const findings = page.getByRole('region', { name: 'Findings', exact: true })
    await findings.getByRole('button', { name: 'Open Expenses!B15' }).click()
    await page.getByRole('link', { name: 'Open in the workbook' }).click()

    const grid = page.getByRole('grid', { name: /^Expenses of / })
    await grid.locator('[data-cell="B15"][data-active]').waitFor()
    await panel(page).getByText('=SUM(B8:B13)').waitFor()
    await panel(page)
      .getByText(/^SUM\(.+ to .+\)$/)
      .waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'workbook')

    await panel(page)
      .getByRole('region', { name: 'Precedents' })
      .getByRole('button', { name: 'Expenses!B8:B13' })
      .click()
    await expectAddress(page, 'Expenses', 'B8:B13')
    await expectFocus(grid)
    const dependents = panel(page).getByRole('region', { name: 'Dependents' })
    await dependents.getByRole('button', { name: /^Expenses!B15 / }).click()
    await expectAddress(page, 'Expenses', 'B15')

    await page.keyboard.press('Alt+ArrowLeft')
    await expectAddress(page, 'Expenses', 'B8:B13')
    await panel(page)
      .getByRole('button', { name: /^Back to / })
      .click()
    await expectAddress(page, 'Expenses', 'B15')

    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'workbook-dark')
  })

  test('finds words in all sheets, steps through them, and changes sheets by keyboard', async () => {
    const page = await open('/app/canvas/demo-riverside/documents')
    await signIn(page, 'viewer@example.com')
    await page
      .getByRole('link', { name: /^Cells of .+\.xlsx$/ })
      .first()
      .click()
    await page.getByRole('grid').waitFor()
    await page.getByRole('searchbox', { name: 'Find in the workbook' }).fill('cap rate')
    const found = page.getByRole('search', { name: 'Find in the workbook' })
    await found.getByText(/^\d+ cells$/).waitFor()
    await page.keyboard.press('Enter')
    await found.getByText(/^1 of \d+$/).waitFor()
    const first = found.getByRole('listitem').first().getByRole('button')
    expect(await first.getAttribute('aria-current')).toBe('true')
    const [place = ''] = (await first.innerText()).split('\n')
    await panel(page).getByRole('heading', { name: place }).waitFor()
    await found.getByRole('button', { name: 'Next hit' }).click()
    await found.getByText(/^2 of \d+$/).waitFor()

    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('tab').nth(1)
    await expectFocus(second)
    const name = await second.innerText()
    await expectAddress(page, name, 'A1')
    await page.getByRole('grid', { name: new RegExp(`^${name} of `) }).waitFor()
  })

  test('scrolls a table of thousands of rows, moves by keyboard, and reopens at the same cell', async () => {
    const page = await open('/app/canvas/demo-riverside/documents')
    await signIn(page, 'editor@example.com')
    const header = Array.from({ length: 60 }, (_, n) => `Month ${n + 1}`).join(',')
    const lines = Array.from({ length: 6_000 }, (_, row) =>
      [`Unit ${row + 2}`, ...Array.from({ length: 60 }, (_, n) => row * 100 + n)].join(','),
    )
    const buffer = Buffer.from([`Unit,${header}`, ...lines].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'rents.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('link', { name: 'Cells of rents.csv' }).click({ timeout: 60_000 })

    const grid = page.getByRole('grid', { name: 'rents of rents.csv' })
    const cell = (name: string, hasText = '') => grid.locator(`[data-cell="${name}"]`).filter({ hasText })
    await cell('A1', 'Unit').waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('6022')
    expect(await grid.getByRole('row').count()).toBeLessThan(100)

    await grid.evaluate((element) => element.scrollTo(0, 24 * 5_000))
    await cell('A5001', 'Unit 5001').waitFor()
    await grid.evaluate((element) => element.scrollTo(2_000, 24 * 5_000))
    // The labels of rows and columns stay in sight.
    await grid.getByRole('rowheader', { name: '5001 Unit 5001' }).waitFor()
    await grid.getByRole('columnheader', { name: 'AC Month 28' }).waitFor()
    expect(await complaints(page)).toEqual([])

    await grid.focus()
    await page.keyboard.press('Control+End')
    await cell('BI6001', '599959').waitFor()
    await expectAddress(page, 'rents', 'BI6001')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expectAddress(page, 'rents', 'A6000')
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await cell('A6000').getAttribute('id'))
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => address(page).get('cell')).toMatch(/^B\d\d$/)

    await page.getByLabel('Go to cell').fill('nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a cell such as B7 or Sheet!B7.').waitFor()
    await page.getByLabel('Go to cell').fill('rents!C4321')
    await page.keyboard.press('Enter')
    await cell('C4321').and(grid.locator('[data-active]')).waitFor()
    await expectAddress(page, 'rents', 'C4321')
    await page.reload()
    await cell('C4321', '431901').and(grid.locator('[data-active]')).waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await cell('C4321').and(grid.locator('[data-active]')).waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'workbook-narrow')
  })
})
