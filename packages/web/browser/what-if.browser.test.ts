import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { expectFocus } from './support/expect-focus.ts'
import { hoverNumber } from './support/hover-number.ts'
import { inBrowser } from './support/in-browser.ts'

/** Touch targets in the drawer that are too small; the canvas behind it cannot be clicked. */
const targetsUnder44 = (drawer: Element): string[] =>
  [...drawer.querySelectorAll('button, input, a, select')]
    .filter((target) => target.getBoundingClientRect().height < 44)
    .map((target) => target.outerHTML)

inBrowser('what-if drawer', ({ open, signIn }) => {
  test('previews a what-if with a simulation, updates the memo once applied, and undoes it', async () => {
    const page = await open('/app/canvas/demo-riverside?whatIf=exit_cap_rate_pct')
    await signIn(page, 'editor@example.com')
    const drawer = page.getByRole('dialog', { name: 'What if' })
    const value = drawer.getByLabel('New value', { exact: true })
    await expectFocus(value)

    await value.fill('6.5')
    const irr = drawer.getByRole('row', { name: /^Levered IRR/ })
    await irr.getByText('9.3%').waitFor()
    expect(await irr.innerText()).toMatch(/15\.7%.*9\.3%.*\u2212644 bp.*\u221240\.9%/s)
    expect(await drawer.getByRole('row').nth(1).innerText()).toContain('Levered IRR')
    // The summary repeats the value from the exit sheet, so either cell can be the source.
    const exitValue = drawer.getByRole('listitem').filter({ hasText: 'Gross Exit Value' })
    expect(await exitValue.innerText()).toContain('Exit!B4')
    await drawer.getByRole('link', { name: /Returns Analysis/ }).waitFor()
    await drawer.getByText(/formulas in/).waitFor()
    await drawer.getByText(/Preview expires in 1\d min/).waitFor()

    await drawer.getByRole('switch', { name: 'Simulation' }).click()
    await drawer.getByRole('img', { name: /^Levered IRR: P5 .*, P50 .*, P95 / }).waitFor()
    const covenant = drawer.getByLabel('Limit of Levered IRR')
    await covenant.fill('9')
    await covenant.press('Enter')
    await drawer.getByRole('img', { name: /^Levered IRR: P5 .*, \d+% below 9\.00%$/ }).waitFor()
    await drawer.getByText('The worst 5% of trials').waitFor()
    await drawer.getByRole('row', { name: /^Rent Growth .* \u2192 / }).waitFor()
    await drawer.getByRole('button', { name: 'Own choice' }).click()
    await drawer.getByText(/^\d further uncertain inputs$/).waitFor()
    await drawer.getByRole('button', { name: 'As set for the scenario' }).click()
    await drawer.getByText(/^\d+ uncertain inputs$/).waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'what-if')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'what-if-dark')
    await page.emulateMedia({ colorScheme: 'light' })

    await page.keyboard.press('Control+Enter')
    await drawer.waitFor({ state: 'detached' })
    const memo = page.getByRole('main')
    await memo.getByText('9.29%').first().waitFor()
    const strip = page.getByRole('status').filter({ hasText: 'Exit Cap Rate is now 6.50%.' })
    await strip.getByRole('button', { name: 'Undo' }).click()
    await strip.waitFor({ state: 'detached' })
    await memo.getByText('15.7%').first().waitFor()
  })

  test('shows an override next to the workbook value, in the popover and at its cell, until it is reverted', async () => {
    const page = await open('/app/canvas/demo-riverside?whatIf=exit_cap_rate_pct')
    await signIn(page, 'editor@example.com')
    const drawer = page.getByRole('dialog', { name: 'What if' })
    const value = drawer.getByLabel('New value', { exact: true })
    await value.fill('500')
    await drawer.getByText('This value is intended').waitFor()
    expect(await drawer.getByRole('button', { name: /^Apply/ }).isDisabled()).toBe(true)
    await drawer.getByText(/^Integrity score \d+ \u2192 \d+$/).waitFor()
    await drawer.getByRole('listitem').filter({ hasText: 'New:' }).first().waitFor()

    await value.fill('6,35')
    await drawer.getByRole('button', { name: 'Did you mean 6.35%?' }).click()
    await drawer.getByRole('button', { name: 'Apply 6.35%' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await drawer.waitFor({ state: 'detached' })

    const number = page.getByRole('region', { name: /Returns Analysis/ }).getByRole('link', { name: '6.35%' })
    const popover = page.getByRole('dialog', { name: 'Where this number comes from' })
    await hoverNumber(number)
    await popover.getByText('Workbook value: 5.50%.').waitFor()
    await popover.getByRole('button', { name: 'Open cell' }).click()
    const cell = page.getByRole('dialog', { name: /!/ })
    await cell.getByText(/^The deal uses 6\.35% for Exit Cap Rate, applied by /).waitFor()
    await cell.getByText('5.50%').first().waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'cell-with-applied-value')
    await cell.getByRole('button', { name: 'Close' }).last().click()

    await hoverNumber(number)
    await popover.getByRole('button', { name: 'Revert' }).click()
    await page
      .getByRole('region', { name: /Returns Analysis/ })
      .getByRole('link', { name: '5.50%' })
      .waitFor()
    expect(await number.count()).toBe(0)
  })

  test('does not apply a computed metric, and finds the input for it by goal seek', async () => {
    const page = await open('/app/canvas/demo-riverside?whatIf=levered_irr_pct')
    await signIn(page, 'editor@example.com')
    const drawer = page.getByRole('dialog', { name: 'What if' })
    await drawer.getByLabel('New value', { exact: true }).fill('12')
    const goal = drawer.getByRole('region', { name: 'Goal seek' })
    // The most sensitive inputs come first, and the first one is preselected.
    const strongest = goal.locator('optgroup[label="Strongest inputs"] option')
    await strongest.first().waitFor({ state: 'attached' })
    expect(await goal.getByRole('combobox').inputValue()).toBe(await strongest.first().getAttribute('value'))
    expect(await strongest.allTextContents()).toContain('Exit Cap Rate')
    await goal.getByRole('combobox').selectOption({ label: 'Exit Cap Rate' })
    await goal.getByRole('button', { name: 'Find value' }).click()
    await goal
      .getByText(/Exit Cap Rate/)
      .last()
      .waitFor()
    await goal.getByRole('link', { name: 'Open the what-if for Exit Cap Rate' }).waitFor()
    await drawer.getByText(/^The model computes this number, so it cannot be overridden/).waitFor()
    expect(await drawer.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    await shot(page, 'goal-seek')
  })

  test('works in the what-if drawer by keyboard, on a phone and as a viewer', async () => {
    const page = await open('/app/canvas/demo-riverside', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await signIn(page, 'viewer@example.com')
    await page.getByRole('button', { name: 'Account, ' }).waitFor()
    await page.goto('/app/canvas/demo-riverside?whatIf=')
    const drawer = page.getByRole('dialog', { name: 'What if' })
    const picker = drawer.getByRole('combobox', { name: 'Metric' })
    await picker.click()
    await picker.fill('cap exit')
    await drawer.getByRole('option', { name: /^Exit Cap Rate/ }).waitFor()
    await page.keyboard.press('Enter')
    const slider = drawer.getByRole('slider', { name: 'New value of Exit Cap Rate' })
    await slider.focus()
    await page.keyboard.press('PageUp')
    expect(await slider.getAttribute('aria-valuetext')).toBe('6.50%, was 5.50%')
    await drawer
      .getByRole('row', { name: /^Levered IRR/ })
      .getByText('9.3%')
      .waitFor()
    await drawer.getByText('Only editors can apply. Nothing here is saved.').waitFor()
    expect(await drawer.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    expect(await drawer.evaluate(targetsUnder44)).toEqual([])
    await shot(page, 'what-if-phone')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  test('computes a what-if without a workbook from the metric catalogue, says so, and offers no simulation', async () => {
    const page = await open('/app/canvas/demo-legacy?whatIf=')
    await signIn(page, 'owner@example.com')
    const drawer = page.getByRole('dialog', { name: 'What if' })
    await drawer.getByRole('combobox', { name: 'Metric' }).click()
    await drawer.getByRole('option').first().click()
    await drawer.getByText('Needs a workbook. This deal’s numbers are entered by hand.').waitFor()
    const value = drawer.getByLabel('New value', { exact: true })
    await value.fill(String(Number((await value.inputValue()).replaceAll(',', '')) * 1.1))
    await drawer.getByText(/standard formulas of the metric catalog/).waitFor()
    const draws = drawer.getByRole('switch', { name: 'Simulation' })
    await draws.press('Space')
    expect(await draws.getAttribute('aria-checked')).toBe('false')
  })
})
