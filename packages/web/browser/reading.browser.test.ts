import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reading, ReadingMetric } from '@deal-canvas/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

/** Workbooks of other people; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../shared/workbooks', import.meta.url))
const valuation = join(folder, 'models', '3_Statement_DCF_Model_(TCS)_by_Rachit_Sinha.xlsx')

const metricRow = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, expanded: true }) })

/** The same metric with two cells to choose from. */
const notFound = (metric: ReadingMetric): ReadingMetric => {
  const { label, value, period, is_formula, confidence } = metric
  const cell = metric.cell ?? { sheet: '', cell: '' }
  const own = { cell, label, value, period, is_formula, confidence: confidence ?? 0 }
  const none = { cell: null, label: '', value: null, period: null, is_formula: false, confidence: null }
  const alternatives = [own, { ...own, cell: { ...cell, cell: 'B2' } }]
  return { ...metric, ...none, confirmation: 'unconfirmed', alternatives }
}

inBrowser('checking the numbers', ({ open, signIn }) => {
  const rule = 'corrects and confirms the numbers of a real model between its name and its memo'
  const withModel = existsSync(valuation) ? test : test.skip
  withModel(existsSync(valuation) ? rule : `${rule}: NOT TESTED, no such workbook in ${folder}`, async () => {
    const page = await open('/app/intake')
    await signIn(page, 'owner@example.com')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles([valuation])
    await page.getByLabel(/^(Suggested from the files|Name of the deal)$/).fill('Tata Consultancy Services')
    await page.getByRole('button', { name: 'Use this name' }).click()
    await page.getByText('Name set.').waitFor()
    await page.getByRole('link', { name: 'Check the numbers' }).click()
    await page.getByRole('heading', { name: 'Check the numbers' }).waitFor()

    const settings = page.getByRole('region', { name: 'Workbook settings' })
    await settings.getByLabel('Currency').selectOption('INR')
    await settings.getByText('INR. Set by a person').waitFor()

    const revenue = page.getByRole('button', { name: /^LTM Revenue/ })
    await revenue.waitFor()
    if ((await revenue.getAttribute('aria-expanded')) === 'false') await revenue.click()
    const row = metricRow(page, /^LTM Revenue/)
    const sheet = page.getByRole('region', { name: 'Sheet', exact: true })
    const before = await row.locator('.reading-line .cell').innerText()
    const cell = sheet.getByRole('button', { name: /^[A-Z]+\d+: [\d,.]{4,}$/ }).first()
    const picked = (await cell.getAttribute('aria-label'))?.split(':')[0] ?? ''
    await cell.click()
    await sheet.getByRole('button', { name: new RegExp(`^Use .*!${picked} for LTM Revenue$`) }).click()
    await row.getByText('Confirmed', { exact: true }).waitFor()
    expect(await row.locator('.reading-line .cell').innerText()).not.toBe(before)

    await page.getByRole('button', { name: 'Confirm all' }).click()
    await page.getByText(/^\d+ confirmed, 0 read, 0 to check, \d+ not found$/).waitFor()
    await expectLightAndDark(page, 'numbers-intake')
    await page.getByRole('button', { name: 'Build memo' }).click()
    await page.getByRole('main').getByText(/₹/).first().waitFor({ timeout: 60_000 })
  })

  test('can be left out: the memo is built without it, and the page is reached from a number', async () => {
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'owner@example.com')
    const number = page.getByRole('region', { name: /Recommendation/ }).getByRole('link', { name: '15.7%' })
    await number.focus()
    const source = page.getByRole('dialog', { name: 'Where this number comes from' })
    await source.getByRole('link', { name: 'Wrong cell?' }).click()
    await page.getByRole('heading', { name: 'Check the numbers' }).waitFor()
    const row = metricRow(page, /^Levered IRR/)
    await row.getByRole('button', { name: /^Confirm / }).focus()
    await page.keyboard.press('Enter')
    await row.getByText('Confirmed', { exact: true }).waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'numbers-deal', true)

    // By keyboard alone: another row, another cell.
    const noi = page.getByRole('button', { name: /^Net Operating Income/ })
    await noi.focus()
    await page.keyboard.press('Enter')
    const cells = metricRow(page, /^Net Operating Income/)
    const radios = cells.getByRole('radio')
    expect(await radios.count()).toBeGreaterThan(1)
    await radios.first().focus()
    await page.keyboard.press('ArrowDown')
    const use = cells.getByRole('button', { name: /^Use / })
    await use.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^\d+ numbers? changed: /).waitFor()
    await cells.getByText('Confirmed', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Record' }).click()
    await page
      .getByText(/checked the numbers/)
      .first()
      .waitFor()

    await page.goto(new URL('/app/organization', page.url()).href)
    const remembered = page.getByRole('button', { name: 'Delete the template of Riverside Apartments' })
    await remembered.click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await remembered.waitFor({ state: 'detached' })
  })

  test('works by touch on a phone, with the sheet in a dialog', async () => {
    const page = await open('/app/canvas/demo-helios/numbers', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await signIn(page, 'editor@example.com')
    const multiple = page.getByRole('button', { name: /^Exit Multiple/ })
    await multiple.tap()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'numbers-390-light', true)
    await metricRow(page, /^Exit Multiple/)
      .getByRole('button', { name: 'Show on sheet' })
      .tap()
    const dialog = page.getByRole('dialog', { name: 'Exit Multiple' })
    await dialog
      .getByRole('button', { name: /^[A-Z]+\d+: / })
      .first()
      .waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'numbers-390-sheet-light')
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await dialog.waitFor({ state: 'detached' })
  })

  test('offers possible cells for a metric that was not found, by keyboard and on a phone', async () => {
    const page = await open('/app/canvas/demo-harbor/numbers?metric=noi', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    // As the service answers where no cell is likely enough, until somebody chooses one: the cells are offered, none is used.
    let isChosen = false
    await page.route('**/api/canvas/demo-harbor/reading', async (route) => {
      isChosen ||= route.request().method() === 'PUT'
      if (isChosen) return route.continue()
      const answer = await route.fetch()
      const reading: Reading = await answer.json()
      const metrics = reading.metrics.map((metric) => (metric.key === 'noi' ? notFound(metric) : metric))
      await route.fulfill({ response: answer, json: { ...reading, metrics } })
    })
    await signIn(page, 'editor@example.com')
    const row = metricRow(page, /^Net Operating Income/)
    await row.getByText('Not found', { exact: true }).waitFor()
    await row.getByText('2 possible cells', { exact: true }).waitFor()
    await row.getByText(/^Net Operating Income was not found\. Choose a cell below/).waitFor()
    const cells = row.getByRole('radio')
    expect(await cells.count()).toBe(2)
    expect(await cells.first().isChecked()).toBe(false)
    expect(await row.getByRole('button', { name: /^(Confirm|Use) / }).count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'numbers-not-found-390-light', true)

    await cells.first().focus()
    await page.keyboard.press('Space')
    await row.getByRole('button', { name: /^Use / }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row.getByText('Confirmed', { exact: true }).waitFor()
    expect(await row.locator('.reading-line .cell').innerText()).toMatch(/^.+![A-Z]+\d+/)
  })

  test('shows a viewer how the numbers are read, without anything to change', async () => {
    const page = await open('/app/canvas/demo-riverside/numbers?metric=noi')
    await signIn(page, 'viewer@example.com')
    await metricRow(page, /^Net Operating Income/)
      .getByRole('radio')
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /^(Confirm|Use|Not in this workbook)/ }).count()).toBe(0)
    expect(await page.getByLabel('Currency').isDisabled()).toBe(true)
  })
})
