import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const path = '/app/canvas/demo-helios/committee'
const api = '/api/canvas/demo-helios'

const cardOf = (page: Page) => page.getByRole('region', { name: 'Sign-offs', exact: true })
const lineOf = (page: Page, what: string) => cardOf(page).getByRole('listitem').filter({ hasText: what })
const waitingOf = (page: Page) => page.getByRole('region', { name: 'Waiting for you' })

inBrowser('sign-offs', ({ open, signIn, callAs }) => {
  test('lets an owner ask, shows it to the other as waiting, and asks again once the memo has changed', async () => {
    const owner = await open(path)
    await signIn(owner, 'owner@example.com')
    await cardOf(owner).getByText('No sign-offs.').waitFor()
    await cardOf(owner).getByRole('button', { name: 'Ask for a sign-off' }).click()
    const asking = owner.getByRole('dialog', { name: 'Ask for a sign-off' })
    await asking.getByRole('button', { name: 'Ask', exact: true }).click()
    await asking.getByText('Choose a subject.').waitFor()
    await asking.getByText('Choose who signs.').waitFor()
    await asking.getByLabel('Subject').selectOption('other')
    await asking.getByRole('button', { name: 'Ask', exact: true }).click()
    await asking.getByText('State what is signed off.').waitFor()
    await asking.getByLabel('What is signed off').fill('Customer contracts')
    await asking.getByLabel('Who signs').selectOption({ label: 'Priya Nair' })
    await asking.getByLabel('Due').fill('2030-12-02')
    await asking.getByRole('button', { name: 'Ask', exact: true }).click()
    await asking.waitFor({ state: 'detached' })
    await lineOf(owner, 'Customer contracts').getByText('Asked Priya Nair, due Dec 2, 2030').waitFor()
    await cardOf(owner).getByText('0 of 1').waitFor()
    expect(await lineOf(owner, 'Customer contracts').getByRole('button', { name: /^Sign/ }).count()).toBe(0)

    const editor = await open('/app/')
    await signIn(editor, 'editor@example.com')
    await waitingOf(editor).getByRole('link', { name: 'Customer contracts' }).click()
    await editor.waitForURL(`**${path}`)
    await lineOf(editor, 'Customer contracts').getByText('Asked you, due Dec 2, 2030').waitFor()
    expect(await cardOf(editor).getByRole('button', { name: 'Ask for a sign-off' }).count()).toBe(0)
    await cardOf(editor).getByRole('button', { name: 'Sign Customer contracts' }).click()
    const signing = editor.getByRole('dialog', { name: 'Sign off Customer contracts?' })
    await signing.getByText(/^Memo version/).waitFor()
    await signing.getByLabel('Remark').fill('All twelve read')
    await signing.getByRole('button', { name: 'Sign', exact: true }).click()
    await signing.waitFor({ state: 'detached' })
    await lineOf(editor, 'Customer contracts').getByText('All twelve read').waitFor()
    await lineOf(owner, 'Customer contracts').getByText('Signed', { exact: true }).waitFor()
    await cardOf(owner).getByText('1 of 1').waitFor()

    await editor.goto('/app/')
    await editor.getByRole('row', { name: /Helios/ }).waitFor()
    await waitingOf(editor).getByRole('link', { name: 'Lender term sheet' }).waitFor()
    expect(await waitingOf(editor).getByRole('link', { name: 'Customer contracts' }).count()).toBe(0)

    await callAs('owner@example.com', 'PUT', `${api}/sections/executive_summary`, { content: 'Another summary.' })
    await lineOf(owner, 'Customer contracts').getByText('Outdated').waitFor()
    await lineOf(owner, 'Customer contracts')
      .getByText(/Priya Nair signed version \d+/)
      .waitFor()
    await editor.reload()
    await waitingOf(editor).getByRole('link', { name: 'Customer contracts' }).click()
    await cardOf(editor).getByRole('button', { name: 'Sign Customer contracts' }).click()
    await signing.getByRole('button', { name: 'Sign', exact: true }).click()
    await cardOf(editor).getByText('1 of 1').waitFor()
    await cardOf(editor).getByRole('button', { name: 'Withdraw your signature: Customer contracts' }).click()
    await cardOf(owner).getByText('0 of 1').waitFor()
    expect(await complaints(owner)).toEqual([])
    await shot(owner, 'sign-offs', true)
    await owner.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(owner, 'colors')).toEqual([])
    await shot(owner, 'sign-offs-dark', true)
    await owner.emulateMedia({ colorScheme: 'light' })

    await owner.getByLabel('Defer to a later meeting').check()
    await owner.getByLabel('Rationale').fill('The contracts come first.')
    await owner.getByRole('button', { name: 'Finalize decision' }).click()
    const confirm = owner.getByRole('dialog', { name: /^Defer/ })
    await confirm.getByText('0 of 1. Missing: Customer contracts (Priya Nair)').waitFor()
    await confirm.getByRole('button', { name: 'Cancel' }).click()

    await cardOf(owner).getByRole('button', { name: 'Edit sign-off: Customer contracts' }).click()
    const edited = owner.getByRole('dialog', { name: 'Edit sign-off' })
    await edited.getByLabel('Due').fill('2030-12-09')
    await edited.getByRole('button', { name: 'Save' }).click()
    await cardOf(owner).getByText('Asked Priya Nair, due Dec 9, 2030').waitFor()
    await cardOf(owner).getByRole('button', { name: 'Edit sign-off: Customer contracts' }).click()
    await edited.getByRole('button', { name: 'Remove sign-off' }).click()
    await cardOf(owner).getByText('No sign-offs.').waitFor()
  })

  test('fits a phone in light and dark, on the committee and the deals page', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/canvas/demo-riverside/committee', phone)
    await signIn(page, 'editor@example.com')
    await lineOf(page, 'Lender term sheet').getByRole('button', { name: 'Sign Lender term sheet' }).waitFor()
    const look = async (name: string): Promise<void> => {
      expect(await complaints(page)).toEqual([])
      // The whole row of a deal opens it.
      expect((await smallTargets(page)).filter((target) => !target.includes('data-deal'))).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await shot(page, `${name}-390`, true)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await complaints(page, 'colors')).toEqual([])
      await shot(page, `${name}-390-dark`, true)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await look('sign-offs')
    const owner = await open('/app/canvas/demo-riverside/committee', phone)
    await signIn(owner, 'owner@example.com')
    await cardOf(owner).getByRole('button', { name: 'Edit sign-off: Lender term sheet' }).waitFor()
    expect(await smallTargets(owner)).toEqual([])
    await page.goto('/app/')
    await waitingOf(page).getByRole('link', { name: 'Lender term sheet' }).waitFor()
    await look('waiting')
  })

  test('shows five of what waits, and all of it on request', async () => {
    for (let n = 1; n <= 6; n++) {
      const me = (await callAs('commenter@example.com', 'GET', '/api/auth/me')) as { id: string }
      const body = { text: `Condition ${n}`, owner_id: me.id, due_on: `2030-01-0${n}` }
      await callAs('editor@example.com', 'POST', '/api/canvas/demo-harbor/conditions', body)
    }
    const page = await open('/app/')
    await signIn(page, 'commenter@example.com')
    await waitingOf(page).getByRole('listitem').first().waitFor()
    expect(await waitingOf(page).getByRole('listitem').count()).toBe(5)
    await waitingOf(page).getByRole('button', { name: 'Show all' }).click()
    await waitingOf(page).getByRole('link', { name: 'Condition 6' }).waitFor()
    await waitingOf(page).getByRole('button', { name: 'Show fewer' }).click()
    expect(await waitingOf(page).getByRole('listitem').count()).toBe(5)
  })
})
