import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const people = `/app/canvas/${deal}/people`
const guests = (page: Page) => page.getByRole('region', { name: 'Guests', exact: true })
const members = (page: Page) => page.getByRole('region', { name: 'People', exact: true })

inBrowser('guests of a deal', ({ open, signIn, callAs, mails }) => {
  const signedInAt = async (email: string, path: string, phone = false) => {
    const viewport = phone ? { width: 390, height: 780 } : { width: 1440, height: 900 }
    const page = await open('/app/sign-in', { viewport, hasTouch: phone, isMobile: phone })
    await signIn(page, email)
    await page.getByRole('button', { name: /^Account, / }).waitFor()
    await page.goto(path)
    return page
  }

  test('an owner invites a guest, who opens the deal with a watermark and without the parts of the organization', async () => {
    const owner = await signedInAt('owner@example.com', people)
    await guests(owner).getByRole('button', { name: 'Invite a guest' }).click()
    await owner.getByLabel('Email').fill('outsider@example.com')
    await owner.getByLabel('Role', { exact: true }).selectOption('commenter')
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await guests(owner).getByText('An invitation was sent to outsider@example.com.').waitFor()
    await guests(owner).getByText('outsider@example.com', { exact: true }).waitFor()

    const guest = await signedInAt('outsider@example.com', await mails().invitation('outsider@example.com'))
    await guest.getByRole('heading', { name: 'Open the deal as a guest' }).waitFor()
    await guest.getByRole('button', { name: 'Open the deal' }).click()
    await guest.waitForURL((url) => url.pathname === `/app/canvas/${deal}`)
    await guest.getByRole('heading', { name: 'Executive Summary' }).waitFor()
    const mark = guest.locator('[data-watermark]')
    expect(await mark.textContent()).toContain('outsider@example.com')
    expect(await mark.getAttribute('aria-hidden')).toBe('true')
    expect(await mark.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none')
    await guest.emulateMedia({ media: 'print' })
    expect(await mark.evaluate((element) => getComputedStyle(element).display)).not.toBe('none')
    await guest.emulateMedia({ media: 'screen' })
    const places = guest.getByRole('navigation', { name: 'Deal', exact: true })
    expect(await places.getByRole('link', { name: 'Numbers' }).count()).toBe(1)
    for (const name of ['Committee', 'Audit trail']) {
      expect(await places.getByRole('link', { name, exact: true }).count()).toBe(0)
    }
    expect(await guest.getByRole('button', { name: /^Show versions/ }).count()).toBe(0)

    await guest.goto(people)
    await guest.getByText(/^You are a guest of this deal\. Your access ends on /).waitFor()
    await members(guest).getByText('Jonas Berg').waitFor()
    expect(await guest.getByText('owner@example.com').count()).toBe(0)

    await owner.reload()
    const row = members(owner).getByRole('listitem').filter({ hasText: 'Jonas Berg' })
    await row.getByText('Guest', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Change the access of Jonas Berg' }).click()
    await owner.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('viewer')
    await owner.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Viewer', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Remove Jonas Berg' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove Jonas Berg' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('explains an invitation that no longer works, and switches guests off for an organization', async () => {
    const { id } = await callAs('owner@example.com', 'POST', `/api/canvas/${deal}/invitations`, {
      email: 'superadmin@example.com',
      role: 'viewer',
    })
    const link = await mails().invitation('superadmin@example.com')
    await callAs('owner@example.com', 'DELETE', `/api/canvas/${deal}/invitations/${id}`)
    const page = await signedInAt('superadmin@example.com', link)
    await page.getByRole('button', { name: 'Open the deal' }).click()
    await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()

    const owner = await signedInAt('owner@example.com', '/app/organization')
    const card = guests(owner)
    await card.getByRole('switch', { name: 'Owners of deals can invite guests' }).click()
    await owner.goto(people)
    await guests(owner).getByRole('button', { name: 'Invite a guest' }).click()
    await owner.getByLabel('Email').fill('someone@example.net')
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByText(/^The organization does not invite guests/).waitFor()
    await owner.goto('/app/organization')
    await card.getByRole('switch', { name: 'Owners of deals can invite guests' }).click()
  })

  for (const phone of [false, true]) {
    test(`shows the pages of guests on a ${phone ? 'phone' : 'desktop'} without axe violations, in light and dark mode`, async () => {
      await callAs('owner@example.com', 'POST', `/api/canvas/${deal}/invitations`, {
        email: `guest.${phone ? 'phone' : 'desktop'}@example.net`,
        role: 'viewer',
      })
      const page = await signedInAt('owner@example.com', people, phone)
      await guests(page)
        .getByText(/@example\.net$/)
        .first()
        .waitFor()
      await expectLightAndDark(page, `guests-${phone ? 'phone' : 'desktop'}`, true)
      if (phone) expect(await smallTargets(page)).toEqual([])
      await guests(page).getByRole('button', { name: 'Invite a guest' }).click()
      await page.getByLabel('Access until').waitFor()
      await expectLightAndDark(page, `guest-invite-${phone ? 'phone' : 'desktop'}`)
      if (phone) expect(await smallTargets(page)).toEqual([])
    })
  }
})
