import { expect, test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('two-way table', ({ open, signIn }) => {
  test('computes a table for the chosen metric and inputs, and for typed ranges', async () => {
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'viewer@example.com')
    await page.getByRole('link', { name: 'Scenarios' }).click()
    const card = page.getByRole('region', { name: 'Two-way table', exact: true })
    await card.getByText(/^\d+ recalculations in /).waitFor()

    await card.getByLabel('Output').selectOption({ label: 'Levered IRR' })
    await card.getByLabel('Rows').selectOption({ label: 'Exit Cap Rate' })
    await card.getByLabel('Columns').selectOption({ label: 'Expense Growth' })
    const table = card.getByRole('table', { name: 'Levered IRR by Exit Cap Rate and Expense Growth' })
    await card.getByText(/^\d+ recalculations in /).waitFor()
    const base = table.getByRole('cell', { name: /\(Base\)$/ })
    await base.waitFor()
    const { metrics } = await page.evaluate(async () => {
      const session = await fetch('/api/auth/refresh', { method: 'POST' }).then((answer) => answer.json())
      const headers = { authorization: `Bearer ${session.access_token}` }
      return fetch('/api/canvas/demo-riverside/metrics', { headers }).then((answer) => answer.json())
    })
    const irr = metrics.find(({ metric_key }: { metric_key: string }) => metric_key === 'levered_irr_pct')
    expect(await base.innerText()).toContain(`${irr.value.toFixed(1)}%`)
    await expectLightAndDark(page, 'sensitivity')

    await card.getByLabel('Hurdle').fill('14%')
    await table.getByRole('columnheader', { name: 'Break-even' }).waitFor()
    await card.getByText('Misses the hurdle').waitFor()
    await expect
      .poll(() => table.locator('tbody td:last-child').allInnerTexts())
      .toContainEqual(expect.stringMatching(/%$/))
    await expectLightAndDark(page, 'sensitivity-hurdle')

    await card.getByRole('button', { name: 'Edit ranges' }).click()
    const rows = card.getByRole('group', { name: 'Range of Exit Cap Rate' })
    await rows.getByLabel('From').fill('7')
    await card.getByRole('button', { name: 'Calculate', exact: true }).click()
    await card.getByText('The range of Exit Cap Rate must end above its start.').waitFor()
    await rows.getByLabel('From').fill('5%')
    await rows.getByLabel('To').fill('6%')
    await rows.getByLabel('Values').fill('3')
    await card.getByRole('button', { name: 'Calculate', exact: true }).click()
    await expect.poll(() => table.getByRole('rowheader').allInnerTexts()).toEqual(['5.0%', '5.5%', '6.0%'])
  })

  test('fits on a phone, where the table scrolls sideways', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/canvas/demo-riverside/sensitivity', phone)
    await signIn(page, 'viewer@example.com')
    await page.getByText(/^\d+ recalculations in /).waitFor()
    // The former address of the table leads to the page that has it now.
    expect(new URL(page.url()).pathname).toBe('/app/canvas/demo-riverside/scenarios')
    await expectLightAndDark(page, 'sensitivity')
  })
})
