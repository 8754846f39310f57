import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const signedIn = { name: /^Account, / } as const
const password = 'quiet harbour lantern'

const fill = async (page: Page, person: { code?: string; name: string; email: string; password?: string }) => {
  if (person.code !== undefined) await page.getByLabel('Invite code').fill(person.code)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password ?? password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

const organizations = (page: Page) => page.getByRole('region', { name: 'Organizations' })

inBrowser('registration and joining an organization', ({ open, signIn, callAs, mails }) => {
  const inviteCode = async () => {
    const { code } = await callAs('superadmin@example.com', 'POST', '/api/superadmin/invite-codes', {})
    return String(code)
  }

  /** Invites an address; returns the path and fragment of the mailed link. */
  const invite = async (email: string) => {
    const { orgs } = await callAs('owner@example.com', 'GET', '/api/auth/me')
    const [org] = orgs as { org_id: string }[]
    await callAs('owner@example.com', 'POST', `/api/orgs/${org?.org_id}/invitations`, { email })
    return mails().invitation(email)
  }

  test('creates an account with an invite code, then asks for the code mailed to its address', async () => {
    const page = await open('/app/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await fill(page, { code: await inviteCode(), name: 'Ada Lovelace', email: 'ada@example.com' })
    await page.getByRole('button', signedIn).waitFor()
    await page.goto('/app/account')
    await page.getByRole('heading', { name: 'Hello, Ada Lovelace' }).waitFor()
    await page.getByText(/^ada@example\.com is not verified\. Enter the code/).waitFor()

    await page.getByRole('button', { name: 'Enter code', exact: true }).click()
    const field = page.getByLabel('Code')
    await expectFocus(field)
    await field.fill(await mails().code('ada@example.com'))
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Emails' }).getByText('Verified', { exact: true }).waitFor()
    expect(await page.getByText(/is not verified/).count()).toBe(0)
  })

  test('shows registration errors at their fields and focuses the first one', async () => {
    const page = await open('/app/register')
    await page.getByRole('button', { name: 'Create account' }).click()
    for (const sentence of [
      'Enter your invite code',
      'Enter your name',
      'Enter your email',
      'Use 10 to 128 characters',
    ])
      await page.getByText(sentence).waitFor()
    const code = page.getByLabel('Invite code')
    await expectFocus(code)

    await fill(page, { code: 'no-code', name: 'Ada', email: 'ada', password: 'password123' })
    await page.getByText('An email address must have an @-sign.').waitFor()
    const email = page.getByLabel('Email')
    await expectFocus(email)

    await fill(page, { name: 'Ada', email: 'ada.two@example.com', password: 'password123' })
    await page.getByText('Password is too common').waitFor()

    await fill(page, { name: 'Ada', email: 'ada.two@example.com' })
    await page.getByText('This code is not valid or no longer works. Check it, or ask for another one').waitFor()
    await expectFocus(code)
    expect(await email.inputValue()).toBe('ada.two@example.com')
  })

  test('says how long to wait after too many registration attempts', async () => {
    const page = await open('/app/register')
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '700' },
        json: { detail: 'Too many', code: 'rate_limited' },
      }),
    )
    await fill(page, { code: '7KQ2-M9XD-4HTB', name: 'Ada', email: 'ada.three@example.com' })
    expect(await page.getByRole('alert').innerText()).toBe('Too many attempts. Wait 12 minutes, then try again.')
  })

  test('joins an organization with one button when signed in, and lists it on the account page', async () => {
    const link = await invite('outsider@example.com')
    const page = await open('/app/sign-in')
    await signIn(page, 'outsider@example.com')
    await page.getByRole('button', signedIn).waitFor()
    await page.goto(link)
    await page.getByText(/You will join as Jonas Berg \(outsider@example\.com\)/).waitFor()
    expect(page.url()).toMatch(/\/app\/join$/)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/app/account')
    await organizations(page).getByText('Northwind Capital').waitFor()
    expect(await organizations(page).getByRole('listitem').count()).toBe(2)

    await page.goto(link)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByRole('button', signedIn).waitFor()
  })

  test('explains an invitation to an organization that the user already belongs to', async () => {
    const link = await invite('editor@example.com')
    const page = await open('/app/sign-in')
    await signIn(page, 'editor@example.com')
    await page.getByRole('button', signedIn).waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'You are already a member' }).waitFor()
  })

  test('explains an invitation for another address, and lets the account with that address use it', async () => {
    const link = await invite('superadmin@example.com')
    const page = await open('/app/sign-in')
    await signIn(page, 'commenter@example.com')
    await page.getByRole('button', signedIn).waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor()
    await page.getByRole('button', { name: 'Sign out and use another account' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, 'superadmin@example.com')
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await organizations(page).getByText('Northwind Capital').waitFor()
  })

  test('creates an account with an invitation instead of an invite code, and joins the organization', async () => {
    const page = await open(await invite('grace@example.com'))
    await page.getByRole('heading', { name: 'Join an organization' }).waitFor()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByText(/^You were invited to an organization and will join it with this account\./).waitFor()
    expect(await page.getByLabel('Invite code').count()).toBe(0)

    await fill(page, { name: 'Grace Hopper', email: 'somebody.else@example.com' })
    await page.getByText(/^This invitation is for another address or no longer works\./).waitFor()
    await page.getByLabel('Email').fill('grace@example.com')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', signedIn).waitFor()
    await page.goto('/app/account')
    await page.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor()
    await organizations(page).getByText('Northwind Capital').waitFor()
    await page.getByRole('region', { name: 'Emails' }).getByText('Verified', { exact: true }).waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('invitation')
  })

  test('keeps an invitation through the sign-in page without exposing its token in any URL', async () => {
    const link = await invite('viewer@example.com')
    const token = link.replace(/^.*token=/, '')
    const page = await open(link)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    page.on('request', (request) => addresses.push(request.url()))
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.searchParams.get('next') === '/app/join')
    await page.reload()
    await signIn(page, 'viewer@example.com')
    await page.waitForURL((url) => url.pathname === '/app/join')
    await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
    expect(addresses.filter((address) => address.includes(token))).toEqual([])
  })

  test('accepts an invite code even when an invitation is available', async () => {
    const page = await open(await invite('linus@example.com'))
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('button', { name: 'Use an invite code instead' }).click()
    await fill(page, { code: await inviteCode(), name: 'Linus', email: 'linus@example.com' })
    await page.getByRole('button', signedIn).waitFor()
    await page.goto('/app/account')
    await page.getByRole('heading', { name: 'Hello, Linus' }).waitFor()
    await page.getByText(/^You are not in an organization/).waitFor()
  })

  test('explains an invitation link without a token', async () => {
    const page = await open('/app/join')
    await page.getByRole('heading', { name: 'This invitation link is incomplete' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', signedIn).waitFor()
    await page.goto('/app/join')
    await page.getByRole('heading', { name: 'This invitation link is incomplete' }).waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).waitFor()
  })

  for (const width of [1440, 360]) {
    test(`shows the registration and join pages at ${width} px without axe violations or overflow, in light and dark mode`, async () => {
      const phone = width < 720
      const viewport = { width, height: phone ? 780 : 900 }
      const page = await open('/app/register', { viewport, hasTouch: phone, isMobile: phone })
      const look = async (name: string, fullPage = false) => {
        await expectLightAndDark(page, name, fullPage)
        if (phone) expect(await smallTargets(page)).toEqual([])
      }
      const email = `axe.${width}@example.com`
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Enter your invite code').waitFor()
      await look('register-refused', true)
      await page.goto('/app/join#token=no-such-token')
      await page.getByRole('link', { name: 'Create an account' }).waitFor()
      await look('join-signed-out')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByText(/^You were invited to an organization/).waitFor()
      await look('register-invited', true)

      await page.getByRole('button', { name: 'Use an invite code instead' }).click()
      await fill(page, { code: await inviteCode(), name: 'Ada', email })
      await page.getByRole('button', signedIn).waitFor()
      await page.goto('/app/account')
      await page.getByText('This session', { exact: true }).waitFor()
      await look('account-unverified', true)

      await page.goto('/app/join#token=no-such-token')
      await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
      await look('join')
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
      await look('join-refused')
    })
  }
})
