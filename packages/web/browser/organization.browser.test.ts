import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('organization page', ({ open, signIn, mails }) => {
  test('lets an organization owner invite a user, create a team, and change roles and memberships', async () => {
    const page = await open('/app/organization')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { level: 1, name: 'Northwind Capital' }).waitFor()
    await page.getByText('viewer@example.com').waitFor()
    await expectEveryLook(page, 'organization')

    const teams = page.getByRole('region', { name: 'Teams' })
    await teams.getByRole('button', { name: 'New team' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Real estate')
    await page.keyboard.press('Enter')
    await teams.getByText('Real estate', { exact: true }).waitFor()
    await teams.getByRole('button', { name: 'Members of Real estate' }).click()
    await page.getByLabel('Add a member').selectOption({ label: 'Priya Nair' })
    await page.getByRole('button', { name: 'Add to team' }).click()
    await page.getByRole('button', { name: 'Remove Priya Nair from the team' }).click()
    const takeOut = page.getByRole('dialog', { name: 'Remove Priya Nair from Real estate?' })
    await takeOut.getByText(/lose access to deals they see only through this team/).waitFor()
    // Escape closes the confirmation but keeps the list open.
    await page.keyboard.press('Escape')
    await takeOut.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Priya Nair from the team' }).waitFor()
    await page.keyboard.press('Escape')
    await teams.getByText('1 member').waitFor()
    await teams.getByRole('button', { name: 'Members of Real estate' }).click()
    await page.getByRole('button', { name: 'Remove Priya Nair from the team' }).click()
    await takeOut.getByRole('button', { name: 'Remove from team' }).click()
    await page.getByText('Nobody is in this team yet. Choose the first member below.').waitFor()
    await page.keyboard.press('Escape')

    const invitations = page.getByRole('region', { name: 'Invitations' })
    await invitations.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('Email').fill('not an address')
    await page.keyboard.press('Enter')
    await dialog.locator('.error').waitFor()
    await dialog.getByLabel('Email').fill('new@example.com')
    await dialog.getByLabel('Team').selectOption({ label: 'Real estate' })
    await page.keyboard.press('Enter')
    await invitations.getByText(/^Member, Real estate\. Sent now\. Open until /).waitFor()
    expect(await mails().invitation('new@example.com')).toContain('/app/join#')
    await invitations.getByRole('button', { name: 'More for new@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
    const withdraw = page.getByRole('dialog', { name: 'Withdraw the invitation to new@example.com?' })
    await withdraw.getByText(/The link in their email stops working\./).waitFor()
    await withdraw.getByRole('button', { name: 'Withdraw invitation' }).click()
    await invitations.getByText('Withdrew the invitation to new@example.com.').waitFor()
    await invitations.getByText('No open invitations.').waitFor()

    // The switch moves at once; after loading the page again, it shows what the service saved.
    const approval = page.getByRole('switch', { name: 'Changes to numbers need approval' })
    expect(await approval.getAttribute('aria-checked')).toBe('false')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
    await approval.click()
    await saved
    await page.reload()
    await page.getByRole('switch', { name: 'Changes to numbers need approval', checked: true }).click()
    await page.getByRole('switch', { name: 'Changes to numbers need approval', checked: false }).waitFor()

    const role = page.getByLabel('Role of Daniel Reyes')
    await role.selectOption('admin')
    await expect.poll(() => role.inputValue()).toBe('admin')
    // The last owner cannot give up the role; the page says so next to it.
    await page.getByLabel('Role of Maya Okafor').selectOption('member')
    await page.getByText('The last owner cannot leave or lose this role. Make someone else an owner first.').waitFor()
    expect(await page.getByLabel('Role of Maya Okafor').inputValue()).toBe('owner')
  })

  test('tells an organization member what only owners and admins can do, with 44 px touch targets on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/organization', phone)
    await signIn(page, 'viewer@example.com')
    await page.getByText(/^As a member, you can see who is in the organization\./).waitFor()
    await page.getByRole('button', { name: 'Leave organization' }).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Invitations' }).count()).toBe(0)
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await smallTargets(page)).toEqual([])
  })
})
