import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('deal list and deal pages', ({ open, signIn }) => {
  test('lists deals with their key facts, and finds, selects by keyboard, renames, archives and restores them', async () => {
    const page = await open('/app/')
    await signIn(page, 'owner@example.com')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await row('Riverside Apartments').waitFor()
    await row('Riverside Apartments').getByText('Full model').waitFor()
    await row('Riverside Apartments')
      .getByText(/integrity/)
      .waitFor({ state: 'attached' })
    await row('Riverside Apartments').getByText('1 open').waitFor()
    await row('Ledgerline Series B').getByText('No model').waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'deals-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'deals-dark')

    await page.keyboard.press('j')
    await expectFocus(page.getByRole('link', { name: 'Riverside Apartments' }))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expectFocus(page.getByRole('link', { name: 'Helios Field Services' }))

    await page.keyboard.press('/')
    await page.keyboard.type('ledger')
    await row('Riverside Apartments').waitFor({ state: 'detached' })
    await page.getByText('1 deal', { exact: true }).waitFor()
    await row('Ledgerline Series B').getByRole('button', { name: 'More about Ledgerline Series B' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Ledgerline Series C')
    await page.keyboard.press('Enter')
    await row('Ledgerline Series C').waitFor()

    await page.getByRole('button', { name: 'More about Ledgerline Series C' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const question = page.getByRole('dialog', { name: 'Archive Ledgerline Series C?' })
    await question.getByRole('button', { name: 'Archive deal' }).click()
    await page.getByText('No deal here has “ledger” in its name.').waitFor()
    await page.getByRole('button', { name: 'Archived' }).click()
    await page.getByRole('button', { name: 'More about Ledgerline Series C' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore deal' }).click()
    await page.getByText('No deal here has “ledger” in its name.').waitFor()
    await page.reload()
    expect(await page.getByLabel('Find a deal by name').inputValue()).toBe('ledger')
    await page.getByText('Look under Open or Decided.').waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await row('Ledgerline Series C').waitFor()
    await page.getByLabel('Find a deal by name').fill('no such deal')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await row('Riverside Apartments').waitFor()

    // With Caps Lock on, shortcuts arrive as uppercase letters and must still work.
    await page.getByRole('heading', { level: 1 }).click()
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'N', bubbles: true })))
    await page.getByRole('heading', { level: 1, name: 'New deal' }).waitFor()
  })

  test('lets an owner change the roles of deal members', async () => {
    const page = await open('/app/canvas/demo-riverside/people')
    await signIn(page, 'owner@example.com')
    const role = page.getByLabel('Role of Hannah Weiss')
    await role.waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'deal-people-light')
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await role.selectOption('Editor')
    expect((await changed).status()).toBe(200)
    await page.reload()
    await expect.poll(() => role.inputValue()).toBe('editor')
    // The last owner's role cannot be changed, and the page says why.
    await page.getByLabel('Role of Maya Okafor').selectOption('Viewer')
    await page.getByText(/The role was not changed\./).waitFor()
  })

  test('shows the documents of a deal with their cells and downloads them', async () => {
    const page = await open('/app/canvas/demo-riverside/documents', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    })
    await signIn(page, 'commenter@example.com')
    await page.getByText('Only owners and editors can add or delete documents.').waitFor()
    const cells = page.getByRole('link', { name: 'Cells of riverside.xlsx' })
    await cells.waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'deal-documents-390-dark')
    await cells.click()
    await page.getByRole('grid').getByRole('gridcell', { name: /\w/ }).first().waitFor()
    await shot(page, 'deal-sheet-390-dark')
    await page.goBack()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download riverside.xlsx' }).click()
    expect((await download).suggestedFilename()).toBe('riverside.xlsx')

    await page.getByRole('link', { name: 'Deal Canvas, home' }).click()
    await page.getByRole('link', { name: 'Riverside Apartments', exact: true }).waitFor()
    expect(await complaints(page)).toEqual([])
    // The whole row opens a deal, because its link is stretched over it.
    expect((await smallTargets(page)).filter((target) => !target.includes('data-deal'))).toEqual([])
    await shot(page, 'deals-390-dark', true)
    await page.getByRole('button', { name: 'More about Riverside Apartments' }).click()
    await page.getByText('Only owners can rename, archive or delete a deal').waitFor()
  })
})
