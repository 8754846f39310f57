import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('API keys of an organization', ({ open, signIn }) => {
  test('lets an owner create a key for a deal, see its secret once, replace and revoke it', async () => {
    const page = await open('/app/organization')
    await signIn(page, 'owner@example.com')
    const card = page.getByRole('region', { name: 'API keys' })
    await card.getByText(/^No API keys\./).waitFor()
    await card.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByLabel('Name').fill('Fund reporting')
    await dialog.getByLabel('Scope').selectOption({ label: 'Read and comment' })
    await dialog.getByText('Also writes comments, like a commenter.').waitFor()
    await dialog.getByLabel('Find a deal').fill('river')
    await dialog.getByRole('checkbox', { name: /Riverside/ }).check()
    await dialog.getByText('1 deal chosen').waitFor()
    await expectEveryLook(page, 'api-key-dialog')
    await dialog.getByRole('button', { name: 'New API key' }).click()

    const made = page.getByRole('dialog', { name: 'API key Fund reporting created' })
    const shown = (await made.getByText(/^dck_/).textContent()) ?? ''
    expect(shown).toMatch(/^dck_[0-9A-Za-z]{49}$/)
    await made.getByRole('button', { name: 'Copy API key' }).waitFor()
    const ask = (key: string) =>
      page.evaluate(
        async (bearer) => (await fetch('/api/deals', { headers: { authorization: `Bearer ${bearer}` } })).status,
        key,
      )
    expect(await ask(shown)).toBe(200)
    await made.getByRole('button', { name: 'Done' }).click()
    await card.getByText(/^Read and comment · Riverside/).waitFor()
    expect(await page.getByText(shown).count()).toBe(0)
    await expectEveryLook(page, 'api-keys')

    await card.getByRole('button', { name: 'More for Fund reporting' }).click()
    await page.getByRole('menuitem', { name: 'Replace secret' }).click()
    const rotate = page.getByRole('dialog', { name: 'Replace the secret of Fund reporting?' })
    await rotate.getByLabel('The former secret').selectOption({ label: 'Works for another hour' })
    await rotate.getByRole('button', { name: 'Replace secret' }).click()
    const replaced = page.getByRole('dialog', { name: 'Fund reporting has a new secret' })
    const next = (await replaced.getByText(/^dck_/).textContent()) ?? ''
    await replaced.getByRole('button', { name: 'Done' }).click()
    await card.getByText(/^The former secret works until /).waitFor()
    expect([await ask(shown), await ask(next)]).toEqual([200, 200])

    await card.getByRole('button', { name: 'More for Fund reporting' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    const revoke = page.getByRole('dialog', { name: 'Revoke Fund reporting?' })
    await revoke.getByRole('button', { name: 'Revoke key' }).click()
    await card.getByText(/^No API keys\./).waitFor()
    expect([await ask(shown), await ask(next)]).toEqual([401, 401])
  })

  test('offers an admin of an organization only what an admin can grant, with 44 px touch targets on a phone', async () => {
    const owners = await open('/app/organization')
    await signIn(owners, 'owner@example.com')
    const role = owners.getByLabel('Role of Priya Nair')
    const saved = owners.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await role.selectOption('admin')
    await saved

    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/organization', phone)
    await signIn(page, 'editor@example.com')
    const card = page.getByRole('region', { name: 'API keys' })
    await card.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('checkbox').first().waitFor()
    expect(await dialog.getByLabel('Scope').locator('option').allTextContents()).toEqual([
      'Read',
      'Read and comment',
      'Read and write',
    ])
    expect(await dialog.getByRole('button', { name: 'All deals' }).count()).toBe(0)
    expect(await smallTargets(page)).toEqual([])
  })
})
