import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const path = '/app/canvas/demo-riverside/committee'
const api = '/api/canvas/demo-riverside'

const votesOf = (page: Page) => page.getByRole('region', { name: 'Votes', exact: true })
const rowOf = (page: Page, name: string) => votesOf(page).getByRole('row', { name })

const vote = async (page: Page, choice: string, note = ''): Promise<void> => {
  const card = page.getByRole('region', { name: 'Your vote' })
  await card.getByLabel(choice, { exact: true }).check()
  if (note !== '') await card.getByLabel('Condition or reason').fill(note)
  await card.getByRole('button', { name: /^(Vote|Change vote)$/ }).click()
}

inBrowser('committee page', ({ open, signIn, callAs }) => {
  test('lets two people vote blind, asks again after a change, and lets the owner approve with a condition', async () => {
    const { orgs } = (await callAs('owner@example.com', 'GET', '/api/orgs')) as { orgs: { id: string; name: string }[] }
    const org = orgs.find(({ name }) => name === 'Northwind Capital')
    const settings = { blind_read: true, committee_rule: 'majority' }
    await callAs('owner@example.com', 'PATCH', `/api/orgs/${org?.id}`, settings)

    const owner = await open(path)
    await signIn(owner, 'owner@example.com')
    for (const name of ['Priya Nair', 'Daniel Reyes']) {
      await votesOf(owner).getByRole('button', { name: 'Add member' }).click()
      const dialog = owner.getByRole('dialog', { name: 'Add a committee member' })
      await dialog.getByLabel('Member of the deal').selectOption({ label: name })
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await rowOf(owner, name).getByText('Not voted').waitFor()
    }

    const [editor, commenter] = [await open(path), await open(path)]
    await signIn(editor, 'editor@example.com')
    await signIn(commenter, 'commenter@example.com')
    await editor.getByRole('region', { name: 'Your vote' }).getByRole('button', { name: 'Vote' }).click()
    await editor.getByText('Choose how you vote.').waitFor()
    await vote(editor, 'Approve with conditions', 'Tax opinion first')
    await rowOf(editor, 'Priya Nair').getByRole('cell', { name: 'Tax opinion first', exact: true }).waitFor()

    await rowOf(commenter, 'Priya Nair').getByText('Voted').waitFor()
    expect(await commenter.getByText('Tax opinion first').count()).toBe(0)
    await vote(commenter, 'Approve')
    await rowOf(commenter, 'Priya Nair').getByRole('cell', { name: 'Tax opinion first', exact: true }).waitFor()
    await votesOf(owner).getByText('Votes approve').waitFor()

    await callAs('editor@example.com', 'PUT', `${api}/sections/recommendation`, { content: 'Invest at a lower price.' })
    await rowOf(owner, 'Priya Nair').getByText('Outdated').waitFor()
    await editor.getByText(/vote again/).waitFor()
    await vote(editor, 'Approve')
    await vote(commenter, 'Approve')
    await votesOf(owner).getByText('Votes approve').waitFor()

    await owner.getByRole('button', { name: 'Add condition' }).click()
    const added = owner.getByRole('dialog', { name: 'Add condition' })
    await added.getByLabel('Condition').fill('Tax opinion at or below $820,000 a year')
    await added.getByLabel('Owner').selectOption({ label: 'Daniel Reyes' })
    await added.getByLabel('Due').fill('2026-12-01')
    await added.getByRole('button', { name: 'Add', exact: true }).click()
    const conditions = owner.getByRole('region', { name: 'Conditions to close' })
    await conditions.getByText('Dec 1, 2026').waitFor()
    expect(await complaints(owner)).toEqual([])
    await shot(owner, 'committee', true)
    await owner.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(owner, 'colors')).toEqual([])
    await shot(owner, 'committee-dark', true)
    await owner.emulateMedia({ colorScheme: 'light' })

    await owner.getByLabel('Approve with 1 condition').check()
    await owner.getByLabel('Rationale').fill('Returns clear both hurdles.')
    await owner.getByRole('button', { name: 'Finalize decision' }).click()
    const confirm = owner.getByRole('dialog', { name: /with 1 condition/ })
    await confirm.getByLabel(/^Reason to decide nevertheless \(Open blockers\)/).fill('Answered by the seller.')
    await confirm.getByLabel('Type approve to confirm').fill('approve')
    await shot(owner, 'committee-confirm')
    await confirm.getByRole('button', { name: 'Approve' }).click()
    const decision = owner.getByRole('region', { name: 'Decision', exact: true })
    // The text of the decision is in its form too.
    await decision.getByRole('button', { name: 'Reopen the deal' }).waitFor()
    await decision.getByText('Returns clear both hurdles.').waitFor()

    await conditions.getByRole('button', { name: /^Edit condition/ }).click()
    const edited = owner.getByRole('dialog', { name: 'Edit condition' })
    await edited.getByText('The deal was finalized with this text.').waitFor()
    await edited.getByLabel('Status').selectOption('met')
    await edited.getByRole('button', { name: 'Save' }).click()
    await conditions.getByRole('cell', { name: 'Met', exact: true }).waitFor()

    await owner.goto('/app/?show=decided')
    await owner
      .getByRole('row', { name: /Riverside/ })
      .getByText('Approved', { exact: true })
      .waitFor()
  })

  test('fits a phone in light and dark, with targets that can be pressed', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/canvas/demo-helios/committee', phone)
    await signIn(page, 'owner@example.com')
    await page.getByRole('region', { name: 'Readiness' }).getByText('Open blockers').waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await shot(page, 'committee-390', true)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(page, 'colors')).toEqual([])
    await shot(page, 'committee-390-dark', true)
  })
})
