import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('quality and audit trail pages', ({ open, signIn }) => {
  test('opens the cell of a finding with its surrounding cells', async () => {
    const page = await open('/app/canvas/demo-riverside/quality')
    await signIn(page, 'owner@example.com')
    const findings = page.getByRole('region', { name: 'Findings', exact: true })
    await findings.getByRole('button', { name: 'Medium 1' }).click()
    expect(await findings.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Constant inside a formula'])
    await findings
      .getByRole('button', { name: /^\w+ 0$/ })
      .first()
      .click()
    await findings.getByRole('button', { name: 'Show all findings' }).click()
    await findings.getByRole('button', { name: 'All 6', pressed: true }).waitFor()

    const disagreement = page.getByRole('region', { name: 'Net Operating Income: tabs disagree' })
    await disagreement.getByText('$2,601,000').waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'quality', true)

    const cell = findings.getByRole('button', { name: 'Open Expenses!B15' })
    await cell.click()
    const dialog = page.getByRole('dialog', { name: 'Expenses!B15' })
    await dialog.getByText('=SUM(B8:B13)').waitFor()
    await dialog.getByRole('button', { name: /^B14: / }).click()
    await page.getByRole('dialog', { name: 'Expenses!B14' }).getByText('typed in').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'quality-cell-dark')
    await page.keyboard.press('Escape')
    await expectFocus(cell)
  })

  test('shows where a document contradicts the model, tries its number in a what-if, and settles it', async () => {
    const page = await open('/app/canvas/demo-helios/quality')
    await signIn(page, 'owner@example.com')
    const card = page.getByRole('region', { name: 'Documents and numbers' })
    const contradiction = card.getByRole('listitem').filter({ hasText: 'Recurring Revenue Share' })
    await contradiction.getByText('68% of revenue is recurring').waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'contradictions', true)
    await contradiction.getByRole('link', { name: 'Try in a what-if: 68.0% for Recurring Revenue Share' }).click()
    await page.getByRole('dialog', { name: 'What if' }).getByLabel('Recurring Revenue Share').waitFor()
    await page.goBack()

    await contradiction.getByRole('button', { name: 'Settle Recurring Revenue Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settle Recurring Revenue Share' })
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await dialog.getByText('Say why, so that the committee can follow it.').waitFor()
    await dialog.getByLabel('Which number holds?').selectOption('explained')
    await dialog.getByLabel('Reason').fill('Management counts repowering as recurring.')
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await contradiction.getByText('Explained').waitFor()
    await contradiction.getByText(/Management counts repowering as recurring/).waitFor()

    await contradiction.getByRole('link', { name: /helios-management-presentation.docx, p\. \d/ }).click()
    await page.getByRole('heading', { name: 'helios-management-presentation.docx' }).waitFor()
    await page.getByText('68% of revenue is recurring').waitFor()
  })

  test('blocks a decision on an open blocker until an owner overrides it with a reason, and shows it in the audit trail', async () => {
    const page = await open('/app/canvas/demo-riverside/record')
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'No changes found' }).waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'record')

    const navigation = page.getByRole('navigation', { name: 'Deal', exact: true })
    await navigation.getByRole('link', { name: 'Committee' }).click()
    const readiness = page.getByRole('region', { name: 'Readiness' })
    const blocker = readiness.getByRole('link', { name: 'Open Open blockers' })
    expect(await blocker.getAttribute('href')).toMatch(/\/app\/canvas\/demo-riverside\?comment=/)
    await page.getByLabel('Rationale').fill('Approve at the asking price.')
    await page.reload()
    expect(await page.getByLabel('Rationale').inputValue()).toBe('Approve at the asking price.')
    const finalize = page.getByRole('button', { name: 'Finalize decision' })
    await finalize.click()
    await page.getByText('Choose a decision.').waitFor()
    await page.getByLabel('Approve', { exact: true }).check()
    await finalize.click()

    const confirm = page.getByRole('dialog', { name: /^Approve / })
    await confirm.getByText(/Open blockers: 1/).waitFor()
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await confirm.getByText('Enter a reason. It is kept in the audit trail.').waitFor()
    await confirm.getByText('Type approve to confirm.').waitFor()
    await confirm.getByLabel(/^Reason to decide nevertheless/).fill('The tax bill is capped by the lease.')
    await confirm.getByLabel('Type approve to confirm').fill('approve')
    expect(await complaints(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Approve' }).click()
    const decision = page.getByRole('region', { name: 'Decision', exact: true })
    await decision.getByRole('button', { name: 'Reopen the deal' }).waitFor()
    await decision.getByText('Approve at the asking price.').waitFor()

    await navigation.getByRole('link', { name: 'Audit trail' }).click()
    const timeline = page.getByRole('region', { name: 'Events' })
    await timeline.getByText(/approved, overriding open blockers/).waitFor()

    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export audit trail' }).click()
    expect((await file).suggestedFilename()).toBe('demo-riverside-audit-trail.ndjson')

    await decision.getByRole('button', { name: 'Reopen the deal' }).click()
    const question = page.getByRole('dialog', { name: 'Reopen the deal?' })
    await question.getByLabel('Reason').fill('New comps came in.')
    await page.reload()
    await decision.getByRole('button', { name: 'Reopen the deal' }).click()
    expect(await question.getByLabel('Reason').inputValue()).toBe('New comps came in.')
    await question.getByRole('button', { name: 'Reopen the deal' }).click()
    await decision.waitFor({ state: 'detached' })
    await timeline.getByText('New comps came in.').first().waitFor()

    await timeline.getByRole('button', { name: /^Retrieval/ }).click()
    await timeline.getByText('passages shown').first().waitFor()
    expect(await timeline.getByText('commented').count()).toBe(0)
  })

  test('fits the quality and audit trail pages on a phone, and explains a deal without a model', async () => {
    const page = await open('/app/canvas/demo-legacy/quality', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    })
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'No model to check' }).waitFor()
    await page.goto('/app/canvas/demo-riverside/quality')
    await page.getByRole('region', { name: 'Findings', exact: true }).waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'quality-phone-dark')
    await page.goto('/app/canvas/demo-riverside/record')
    await page.getByRole('region', { name: 'Events' }).getByText('commented').first().waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'record-phone-dark')
  })
})
