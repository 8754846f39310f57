import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('superadmin pages', ({ open, signIn, signInElsewhere, callAs }) => {
  test('hides the superadmin pages from all other users', async () => {
    const page = await open('/app/admin/users')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Superadmin' }).count()).toBe(0)
  })

  test('finds, creates, suspends and reactivates users', async () => {
    const page = await open('/app/admin/users')
    await signIn(page, 'superadmin@example.com')
    await page.getByText('viewer@example.com').waitFor()
    await expectEveryLook(page, 'superadmin-users')

    await page.getByRole('button', { name: 'Create user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create user' })
    await dialog.getByLabel('Email').fill('viewer@example.com')
    await page.keyboard.press('Enter')
    await dialog.getByText('This address already belongs to an account.').waitFor()
    await dialog.getByLabel('Email').fill('erik@example.com')
    await dialog.getByLabel('First name').fill('Erik')
    await dialog.getByLabel('Last name').fill('Norberg')
    await dialog.getByLabel('Organization').selectOption({ label: 'Northwind Capital' })
    await dialog.getByRole('button', { name: 'Create user' }).click()
    const made = page.getByRole('dialog', { name: 'Erik Norberg can sign in' })
    const password = await made.locator('p:has(button) > span').first().innerText()
    await made.getByRole('button', { name: 'Done' }).click()
    expect((await signInElsewhere('erik@example.com', 'node', password)).status).toBe(200)

    await page.getByLabel('Search by name or email').fill('norberg')
    await page.getByText('viewer@example.com').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('norberg')
    await page.getByRole('button', { name: 'More for Erik Norberg' }).click()
    await page.getByRole('menuitem', { name: 'Suspend user' }).click()
    await page
      .getByRole('dialog', { name: 'Suspend Erik Norberg?' })
      .getByRole('button', { name: 'Suspend user' })
      .click()
    await page.getByRole('cell', { name: 'Suspended' }).waitFor()
    expect((await signInElsewhere('erik@example.com', 'node', password)).status).toBe(401)
    await page.getByRole('button', { name: 'More for Erik Norberg' }).click()
    await page.getByRole('menuitem', { name: 'Reactivate user' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate user' }).click()
    await page.getByRole('cell', { name: 'Active' }).waitFor()

    await page.getByRole('link', { name: 'Invite codes' }).click()
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByLabel('Maximum uses').fill('3')
    await page.getByRole('button', { name: 'Create code' }).click()
    await page.getByText('0 of 3').waitFor()
    await page.getByRole('button', { name: /^Close / }).click()
    await page.getByRole('cell', { name: 'Closed' }).waitFor()

    await page.getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('link', { name: 'Northwind Capital', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Northwind Capital' }).waitFor()
    await page.getByLabel('Role of Erik Norberg').waitFor()

    await page.getByRole('link', { name: 'Admin log' }).click()
    await page.getByText('created an invite code').last().waitFor()
    await expectEveryLook(page, 'superadmin-log')
  })

  test('drafts a site page, rejects invalid markup, publishes and restores it, and loses no concurrent edit', async () => {
    const live = async (): Promise<unknown> => {
      const { content } = await callAs('superadmin@example.com', 'GET', '/api/content/pricing')
      return content
    }
    const page = await open('/app/admin/content?page=pricing')
    await signIn(page, 'superadmin@example.com')
    const title = page.getByLabel('Meta title', { exact: true })
    const before = await title.inputValue()
    const markup = page.getByLabel('Structured data, JSON-LD')
    await title.fill('Pricing that fits')
    await markup.fill('{\n  "@context": \n}')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText(/This is not valid JSON: .*\(line 3, column 1\)/).waitFor()
    await page.reload()
    expect(await title.inputValue()).toBe('Pricing that fits')

    await page.getByLabel('Start from a template').selectOption('web-page')
    await page.getByText(/^Line \d+: fill in the placeholder \{\{/).waitFor()
    await page.getByText(/^Complete line \d+ to publish/).waitFor()
    await expectEveryLook(page, 'superadmin-content')
    await markup.fill('')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText(/texts? differs? from the live page\. Saved/).waitFor()
    expect(await live()).toMatchObject({ meta_title: before })

    // Another user saves the same text in the meantime: neither version is lost.
    await title.fill('Mine')
    await callAs('superadmin@example.com', 'PUT', '/api/superadmin/cms/pricing/draft', {
      content: { meta_title: 'Theirs' },
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/^Someone else changed this page\./).waitFor()
    await page.getByText('Theirs', { exact: true }).waitFor()
    expect(await title.inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('No unpublished changes').waitFor()
    expect(await live()).toMatchObject({ meta_title: 'Mine', schema_markup: '' })

    await page.getByRole('button', { name: 'History of Meta title' }).click()
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: before }).first().getByRole('button').click()
    await expect.poll(() => title.inputValue()).toBe(before)
    expect(await live()).toMatchObject({ meta_title: before })
  })

  test('purges a deal only after a dry run and the exact confirmation text', async () => {
    // Opening the canvas creates the state that a purge removes.
    await callAs('owner@example.com', 'GET', '/api/canvas/demo-harbor')
    const page = await open('/app/admin/purge')
    await signIn(page, 'superadmin@example.com')
    await page.getByLabel('Deal ID').fill('no-such-deal')
    await page.keyboard.press('Enter')
    await page.getByText('No deal has this ID').waitFor()
    await page.getByLabel('Deal ID').fill('demo-harbor')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing deleted').waitFor()
    // Users know deals by name, not by id.
    await page.getByRole('cell', { name: /^Harbor .*Northwind Capital, demo-harbor$/ }).waitFor()
    const words = page.getByLabel('Type “purge demo-harbor” to confirm')
    await words.fill('purge demo-harbo')
    await expectEveryLook(page, 'superadmin-purge')
    await words.press('Enter')
    await page.getByText('Nothing was deleted. Type exactly “purge demo-harbor”').waitFor()
    await words.fill('purge demo-harbor')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Purged' })
      .getByText(/^\d+ keys? deleted$/)
      .waitFor()

    await page.getByRole('button', { name: 'Everything' }).click()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Nothing deleted').waitFor()
  })
})
