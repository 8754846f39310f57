import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const path = '/app/canvas/demo-riverside/scenarios'
const api = '/api/canvas/demo-riverside'

const comparisonOf = (page: Page) => page.getByRole('region', { name: 'Scenario comparison', exact: true })
const columnOf = (page: Page, name: string) => comparisonOf(page).getByRole('columnheader', { name })

/** The cell of a scenario in a row of the comparison, found by the place of its column. */
const cellOf = async (page: Page, row: string | RegExp, scenario: string) => {
  const heads = await comparisonOf(page).locator('thead th').allInnerTexts()
  const at = heads.findIndex((text) => text.includes(scenario))
  return comparisonOf(page)
    .getByRole('row', { name: row })
    .locator('td')
    .nth(at - 1)
}

const create = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New scenario', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New scenario' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create scenario' }).click()
  await dialog.waitFor({ state: 'detached' })
  await columnOf(page, name).waitFor()
}

const addInput = async (page: Page, scenario: string, input: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: `Add input to ${scenario}` }).click()
  const dialog = page.getByRole('dialog', { name: `Add an input to ${scenario}` })
  await dialog.getByLabel('Input', { exact: true }).selectOption({ label: input })
  await dialog.getByLabel('Value').fill(value)
  await dialog.getByRole('button', { name: 'Save input' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const pick = async (page: Page, scenario: string, act: string): Promise<void> => {
  await page.getByRole('button', { name: `Menu of ${scenario}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

inBrowser('scenarios page', ({ open, signIn, callAs }) => {
  const numbers = async (): Promise<Record<string, number | null>> => {
    const { metrics } = await callAs('owner@example.com', 'GET', `${api}/metrics`)
    return Object.fromEntries(
      (metrics as { metric_key: string; value: number | null }[]).map(({ metric_key, value }) => [metric_key, value]),
    )
  }

  test('compares a scenario with Base, checks a covenant, solves for an input, and presents Base again exactly', async () => {
    const before = await numbers()
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'owner@example.com')
    await page.getByRole('link', { name: 'Scenarios' }).click()
    await columnOf(page, 'Base').getByText('In the memo').waitFor()

    await create(page, 'Downside')
    await addInput(page, 'Downside', 'Exit Cap Rate', '6.5%')
    await addInput(page, 'Downside', 'Rent Growth', '2')
    await columnOf(page, 'Downside').getByText('2 inputs').waitFor()
    const irr = await cellOf(page, /^Levered IRR/, 'Downside')
    await irr.getByText(/^\u2212[\d,]+ bp$/).waitFor()
    expect(await irr.innerText()).toContain('worst')

    // A decimal comma is questioned, and so is a value that looks like a typo.
    await page.getByRole('button', { name: /^Edit Exit Cap Rate in Downside/ }).click()
    const input = page.getByRole('dialog', { name: 'Exit Cap Rate in Downside' })
    await input.getByRole('textbox', { name: 'Value' }).fill('500')
    await input.getByRole('button', { name: 'Save input' }).click()
    await input.getByText('This value is intended').waitFor()
    await input.getByRole('textbox', { name: 'Value' }).fill('6,25')
    await input.getByRole('button', { name: 'Did you mean 6.25?' }).click()
    await input.getByRole('button', { name: 'Save input' }).click()
    await input.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Exit Cap Rate in Downside: 6.25%' }).waitFor()

    const limits = page.getByRole('region', { name: 'Hurdles and covenants', exact: true })
    await limits.getByRole('button', { name: 'Add', exact: true }).click()
    const limit = page.getByRole('dialog', { name: 'Add a hurdle or covenant' })
    await limit.getByLabel('Metric', { exact: true }).selectOption({ label: 'Levered IRR' })
    await limit.getByLabel('Kind').selectOption('covenant')
    await limit.getByLabel('Limit', { exact: true }).fill('13%')
    await limit.getByLabel('Source (optional)').fill('Term sheet, page 2')
    await limit.getByRole('button', { name: 'Add limit' }).click()
    await limit.waitFor({ state: 'detached' })
    await limits.getByText('1 breached').waitFor()
    await limits.getByText('Covenant, Term sheet, page 2').waitFor()
    await (await cellOf(page, /^Levered IRR/, 'Downside')).getByText('Below 13.0%').waitFor()
    await page.getByText(/^\d+ recalculations in /).waitFor()

    // The target and the hurdle of the table start with the limit of the metric.
    const goal = page.getByRole('region', { name: 'Goal seek', exact: true })
    await goal.getByLabel('Input').selectOption({ label: 'Exit Cap Rate' })
    await goal.getByLabel('Metric').selectOption({ label: 'Levered IRR' })
    expect(await goal.getByLabel('Target').inputValue()).toBe('13.0%')
    await goal.getByRole('img', { name: /^Levered IRR by Exit Cap Rate: .* 13\.0% at / }).waitFor()
    await goal.getByText(/ in Base\.$/).waitFor()

    // Both start from what the memo presents, or from a chosen scenario.
    const table = page.getByRole('region', { name: 'Two-way table', exact: true })
    expect(await table.getByLabel('Scenario').inputValue()).toBe('base')
    await table.getByLabel('Scenario').selectOption({ label: 'Downside' })
    const outlined = await table.getByRole('cell', { name: /\(Downside\)$/ }).innerText()
    expect(await (await cellOf(page, /^Levered IRR/, 'Downside')).innerText()).toContain(outlined.split('\n')[0])
    await goal.getByLabel('Scenario').selectOption({ label: 'Downside' })
    await goal.getByText(/ from 6\.25% in Downside\.$/).waitFor()
    await goal.getByRole('img', { name: / Downside: .* 13\.0% at / }).waitFor()
    await expectLightAndDark(page, 'scenarios', true)
    await goal.getByLabel('Scenario').selectOption({ label: 'Base (in the memo)' })
    await goal.getByText(/ in Base\.$/).waitFor()
    await goal.getByRole('button', { name: 'Save as scenario' }).click()
    const saved = page.getByRole('dialog', { name: 'New scenario' })
    await saved.getByText(/^Starts with Exit Cap Rate of /).waitFor()
    await saved.getByLabel('Name').fill('Break-even exit')
    await saved.getByRole('button', { name: 'Create scenario' }).click()
    await columnOf(page, 'Break-even exit').waitFor()
    await expect
      .poll(async () => (await cellOf(page, /^Levered IRR/, 'Break-even exit')).innerText())
      .toContain('13.0%')

    await pick(page, 'Downside', 'Present in the memo')
    const present = page.getByRole('dialog', { name: 'Present Downside in the memo?' })
    await present.getByText(/^The memo, the metrics and the integrity score then show/).waitFor()
    await expectLightAndDark(page, 'scenario-present')
    await present.getByRole('button', { name: 'Present Downside' }).click()
    await present.waitFor({ state: 'detached' })
    await columnOf(page, 'Downside').getByText('In the memo').waitFor()
    expect((await numbers())['levered_irr_pct']).not.toBe(before['levered_irr_pct'])

    await page.getByRole('button', { name: 'Present in the memo: Base' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Present Base' }).click()
    await columnOf(page, 'Base').getByText('In the memo').waitFor()
    expect(await numbers()).toEqual(before)

    await pick(page, 'Break-even exit', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete scenario' }).click()
    await columnOf(page, 'Break-even exit').waitFor({ state: 'detached' })

    // This browser remembers what was compared.
    await pick(page, 'Downside', 'Hide column')
    await columnOf(page, 'Downside').waitFor({ state: 'detached' })
    await page.reload()
    await comparisonOf(page).getByRole('button', { name: 'Columns (1 of 2)' }).waitFor()
    expect(await columnOf(page, 'Downside').count()).toBe(0)
  })

  test('keeps a scenario of a commenter private until it is proposed, and shows an owner what a proposal conflicts with', async () => {
    const owner = await open(path)
    await signIn(owner, 'owner@example.com')
    await columnOf(owner, 'Base').waitFor()
    const page = await open(path)
    await signIn(page, 'commenter@example.com')
    await columnOf(page, 'Base').waitFor()

    await page.getByRole('button', { name: 'New scenario', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New scenario' })
    await dialog.getByText('Only you can see it, until you propose it.').waitFor()
    expect(await dialog.getByRole('group', { name: 'Visible to' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await create(page, 'Slower rents')
    await addInput(page, 'Slower rents', 'Rent Growth', '2')
    await columnOf(page, 'Slower rents').getByText('Private').waitFor()
    expect(await columnOf(owner, 'Slower rents').count()).toBe(0)

    const other = await callAs('editor@example.com', 'POST', `${api}/scenarios`, {
      name: 'Flat rents',
      overrides: [{ metric_key: 'rent_growth_pct', value: 0.5 }],
    })
    await callAs('editor@example.com', 'POST', `${api}/scenarios/${other['id']}/propose`, {})
    await page.getByRole('button', { name: 'Propose: Slower rents' }).click()
    const propose = page.getByRole('dialog', { name: 'Propose Slower rents' })
    await propose.getByLabel('Reason (optional)').fill('The broker expects less')
    await propose.getByRole('button', { name: 'Propose scenario' }).click()
    await propose.waitFor({ state: 'detached' })

    // The owner sees both at once, without reloading the page.
    await columnOf(owner, 'Slower rents').getByText('Proposed', { exact: true }).waitFor()
    await owner.getByRole('button', { name: 'Adopt proposal: Slower rents' }).click()
    const adopt = owner.getByRole('dialog', { name: 'Adopt Slower rents?' })
    await adopt.getByRole('button', { name: 'Adopt proposal' }).click()
    await adopt.waitFor({ state: 'detached' })
    await columnOf(owner, 'Current case').getByText('In the memo').waitFor()
    await columnOf(page, 'Current case').getByText('In the memo').waitFor()

    await owner.getByRole('button', { name: 'Adopt proposal: Flat rents' }).click()
    const second = owner.getByRole('dialog', { name: 'Adopt Flat rents?' })
    await second.getByRole('button', { name: 'Adopt proposal' }).click()
    const conflict = second
      .getByRole('table', { name: 'Inputs in conflict' })
      .getByRole('row', { name: /^Rent Growth/ })
    await expect.poll(() => conflict.getByRole('cell').allInnerTexts()).toEqual(['No override', '2.0%', '0.5%'])
    await expectLightAndDark(owner, 'scenario-conflict')
    await second.getByRole('button', { name: 'Cancel' }).click()
    await pick(owner, 'Flat rents', 'Decline proposal')
    await owner.getByRole('dialog').getByRole('button', { name: 'Decline proposal' }).click()
    await columnOf(owner, 'Flat rents').getByText('Proposed', { exact: true }).waitFor({ state: 'detached' })
  })

  test('simulates scenarios on request, draws their tornado, and shows at once that someone else changed the settings', async () => {
    await callAs('owner@example.com', 'POST', `${api}/thresholds`, {
      metric_key: 'dscr',
      kind: 'covenant',
      side: 'at_least',
      value: 1.25,
    })
    const page = await open(path)
    await signIn(page, 'owner@example.com')
    const card = page.getByRole('region', { name: 'Probabilities', exact: true })
    const tornado = page.getByRole('region', { name: 'Tornado', exact: true })
    await tornado.getByText(/^Run a simulation/).waitFor()
    await card.getByRole('button', { name: 'Simulate', exact: true }).click()
    // Four scenarios are 40,000 trials, which take long on a busy machine.
    const simulated = card.getByText(/^\d scenarios? in /)
    await simulated.waitFor({ timeout: 120_000 })
    const base = card.getByRole('columnheader', { name: /^Base/ })
    expect(await base.innerText()).toMatch(/[\d,]+ trials, \d+ uncertain inputs\s+Defaults by kind of metric/)
    const covenant = card.getByRole('row', { name: /≥ 1\.25x/ }).getByRole('cell')
    expect(await covenant.first().innerText()).toMatch(/%\s+chance of a breach, standard error ±\d/)
    const irr = card.getByRole('row', { name: /^Levered IRR [\d.]/ }).getByRole('cell')
    expect(await irr.first().innerText()).toMatch(/15\.7%\s+P10\s+[\d.]+% –\s+P50\s+[\d.]+% –\s+P90\s+[\d.]+%/)

    await tornado.getByLabel('Output').selectOption({ label: 'Levered IRR' })
    await tornado.getByLabel('Scenario').selectOption({ label: 'Base' })
    const bars = tornado.getByRole('table', { name: 'What moves Levered IRR in Base' })
    await bars.getByRole('row', { name: /^Exit Cap Rate [\d.]+% at [\d.]+% [\d.]+% at [\d.]+%/ }).waitFor()
    await page.getByText(/^\d+ recalculations in /).waitFor()
    await expectLightAndDark(page, 'probabilities', true)

    // Someone else changes the settings of the deal.
    const other = await open(path)
    await signIn(other, 'editor@example.com')
    await pick(other, 'Base', 'Uncertainty settings')
    const settings = other.getByRole('dialog', { name: 'Uncertainty settings of Base' })
    const cap = settings.getByRole('group', { name: 'Exit Cap Rate', exact: true })
    await cap.getByLabel('Below').fill('some')
    await settings.getByRole('button', { name: 'Save settings' }).click()
    await expectFocus(cap.getByLabel('Below'))
    await cap.getByLabel('Below').fill('25')
    await cap.getByLabel('Above').fill('100 bp')
    await settings.getByText('Draws from 5.25% to 6.50%').waitFor()
    await expectLightAndDark(other, 'uncertainty-settings')
    await settings.getByRole('button', { name: 'Save settings' }).click()
    await settings.waitFor({ state: 'detached' })
    await card.getByText(/^The numbers or the settings changed since/).waitFor()
    await tornado.getByText('Outdated').waitFor()
    await card.getByRole('button', { name: 'Simulate again' }).click()
    await base.getByText('Settings of the deal').waitFor({ timeout: 120_000 })
    await simulated.waitFor({ timeout: 120_000 })

    // What was typed is kept until the user decides.
    await pick(other, 'Base', 'Uncertainty settings')
    await cap.getByLabel('Above').fill('50')
    await pick(page, 'Base', 'Uncertainty settings')
    const theirs = page.getByRole('dialog', { name: 'Uncertainty settings of Base' })
    await theirs.getByRole('group', { name: 'Exit Cap Rate', exact: true }).getByLabel('Above').fill('20')
    await theirs.getByRole('button', { name: 'Save settings' }).click()
    await theirs.waitFor({ state: 'detached' })
    await settings.getByText(/ changed these settings in the meantime/).waitFor()
    await settings.getByRole('button', { name: 'Theirs', exact: true }).click()
    expect(await cap.getByLabel('Above').inputValue()).toBe('20')
    expect(await cap.getByLabel('Above').isDisabled()).toBe(true)
    await settings.getByRole('button', { name: 'Mine', exact: true }).click()
    expect(await cap.getByLabel('Above').inputValue()).toBe('50')
    await settings.getByLabel('Version', { exact: true }).selectOption('1')
    await settings.getByRole('button', { name: 'Restore this version' }).waitFor()
    expect(await cap.getByLabel('Above').inputValue()).toBe('100')
    await settings.getByLabel('Version', { exact: true }).selectOption('')
    await settings.getByRole('button', { name: 'Save mine instead' }).click()
    await settings.waitFor({ state: 'detached' })
    expect(await callAs('owner@example.com', 'GET', `${api}/scenarios/base/uncertainty`)).toMatchObject({ version: 3 })

    await pick(other, 'Base', 'Uncertainty settings')
    await settings.getByRole('button', { name: 'Reset', exact: true }).click()
    await settings.waitFor({ state: 'detached' })
    expect(await callAs('owner@example.com', 'GET', `${api}/scenarios/base/uncertainty`)).toMatchObject({
      source: 'default',
    })
  })

  test('offers a viewer nothing to change, and fits on a phone with targets that can be pressed', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open(path, phone)
    await signIn(page, 'viewer@example.com')
    await columnOf(page, 'Base').waitFor()
    await page.getByText(/^\d+ recalculations in /).waitFor()
    expect(
      await page.getByRole('button', { name: /^(New scenario|Add input|Edit .* in|Propose|Present)/ }).count(),
    ).toBe(0)
    await expectLightAndDark(page, 'scenarios-viewer', true)
    await pick(page, 'Base', 'Uncertainty settings')
    const settings = page.getByRole('dialog', { name: 'Uncertainty settings of Base' })
    await settings.getByText(/^You can see these settings/).waitFor()
    expect(await settings.getByRole('button', { name: /^(Save|Reset|Add)/ }).count()).toBe(0)
    expect(await settings.getByRole('switch').first().isDisabled()).toBe(true)
    expect(await smallTargets(page)).toEqual([])
    await expectLightAndDark(page, 'uncertainty-settings-viewer')

    const editor = await open(path, phone)
    await signIn(editor, 'editor@example.com')
    await create(editor, 'On the way')
    await addInput(editor, 'On the way', 'Exit Cap Rate', '6')
    await editor.getByRole('button', { name: /^Edit Exit Cap Rate in On the way/ }).waitFor()
    await editor.getByText(/^\d+ recalculations in /).waitFor()
    expect(await smallTargets(editor)).toEqual([])
    await expectLightAndDark(editor, 'scenarios-phone', true)
  })

  test('explains that a deal without a workbook has only Base, and still checks its limits', async () => {
    const page = await open('/app/canvas/demo-legacy/scenarios')
    await signIn(page, 'owner@example.com')
    await page.getByText(/^This deal has no workbook/).waitFor()
    await page.getByRole('region', { name: 'Hurdles and covenants', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'New scenario' }).count()).toBe(0)
    await expectLightAndDark(page, 'scenarios-legacy')
  })
})
