import { expect, test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

/** Texts of an operator who writes more than the built-in texts. */
const longTexts = {
  title: 'Sign in to the deal room of Northwind Capital and its partners',
  intro: 'Only for members of the investment committee. '.repeat(4),
  notice: 'The service is down for maintenance on Saturday from 8:00 to 10:00. '.repeat(8),
  help_text: 'Trouble signing in? Ask an admin of your organization, or contact us. '.repeat(8),
  side_title: 'Every number in the memo is a cell in the model, and every cell has a source',
  side_text: 'Change one and see what moves. '.repeat(12),
}

inBrowser('sign-in', ({ open, signIn }) => {
  test('shows name, organization with role, and verified email after sign-in', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
    const organizations = page.getByRole('region', { name: 'Organizations' })
    expect(await organizations.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Northwind Capital\s+Owner/),
    ])
    const emails = page.getByRole('region', { name: 'Emails' })
    expect(await emails.innerText()).toMatch(/owner@example\.com[\s\S]*Verified/)
  })

  test('shows a superadmin badge on the account page', async () => {
    const page = await open('/app/account')
    await signIn(page, 'superadmin@example.com')
    await page.getByRole('main').getByText('Superadmin', { exact: true }).waitFor()
  })

  test('explains a wrong password in a plain sentence and focuses the password field', async () => {
    const page = await open('/app/sign-in')
    await signIn(page, 'owner@example.com', 'not the password')
    expect(await page.getByRole('alert').innerText()).toBe(
      'That email and password do not match. Check both, or request a sign-in link.',
    )
    const password = page.getByLabel('Password', { exact: true })
    await expectFocus(password)
    expect(await password.getAttribute('aria-invalid')).toBe('true')
  })

  test('names the missing fields of an empty sign-in form and focuses the first one', async () => {
    const page = await open('/app/sign-in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your email').waitFor()
    await page.getByText('Enter your password').waitFor()
    await expectFocus(page.getByLabel('Email'))
  })

  test('says how long to wait after too many sign-in attempts', async () => {
    const page = await open('/app/sign-in')
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '700' },
        json: { detail: 'Too many', code: 'rate_limited' },
      }),
    )
    await signIn(page, 'owner@example.com')
    await page.getByText('Too many attempts. Wait 12 minutes, then try again.').waitFor()
  })

  test('explains on the sign-in page that the service is unreachable, and keeps the typed email', async () => {
    const page = await open('/app/sign-in')
    await page.route('**/api/auth/login', (route) => route.abort())
    await signIn(page, 'owner@example.com')
    await page.getByText('The service is not responding. Check your connection, then try again.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('owner@example.com')
  })

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 560 },
    { width: 390, height: 844 },
  ])
    test(`does not move the form when the texts of the page arrive, at ${viewport.width} × ${viewport.height}`, async () => {
      const page = await open('/app/', { viewport })
      let arrive = (): void => undefined
      const arrival = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route('**/api/content/login', async (route) => {
        await arrival
        await route.fulfill({ json: { page_id: 'login', content: longTexts } })
      })
      await page.goto('/app/sign-in')
      const places = async () =>
        Promise.all([
          page.getByLabel('Email').boundingBox(),
          page.getByRole('button', { name: 'Sign in' }).boundingBox(),
          page.getByRole('button', { name: 'Send' }).boundingBox(),
        ])
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
      const before = await places()
      arrive()
      const title = page.getByRole('heading', { name: longTexts.title })
      await title.waitFor()
      await page.getByText(longTexts.notice.trim()).waitFor()
      expect(await places()).toEqual(before)
      expect(before.every((box) => box !== null)).toBe(true)
      const [head, email] = [await title.boundingBox(), before[0]]
      expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual(email?.y ?? 0)
      expect(head?.y).toBeGreaterThanOrEqual(0)
      await expectLightAndDark(page, 'sign-in-texts')
    })

  test('returns to the requested page after sign-in', async () => {
    const page = await open('/app/account?from=mail#sessions')
    await page.waitForURL(/\/app\/sign-in\?next=/)
    await signIn(page, 'owner@example.com')
    await page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === '/app/account?from=mail#sessions')
  })

  test('does not redirect to another site after sign-in', async () => {
    const page = await open('/app/sign-in?next=%2F%2Fevil.example%2Fapp%2Faccount')
    await signIn(page, 'owner@example.com')
    await page.waitForURL((url) => url.pathname === '/app/')
  })

  test('stays signed in over a reload', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
  })

  test('shows the sign-in page and no user data on the back button after sign-out', async () => {
    const page = await open('/app/no/such/page')
    await signIn(page, 'owner@example.com')
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText('This session', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Account, / }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('owner@example.com')
    await page.goto('/app/account')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('allows only the set-password page after signing in with a generated password', async () => {
    const page = await open('/app/account')
    // No demo account has a generated password, so the service's response is modified.
    await page.route(/\/api\/auth\/(login|refresh)$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), force_password_change: true } })
    })
    await signIn(page, 'commenter@example.com')
    await page.getByRole('heading', { name: 'Set your password' }).waitFor()
    await page.goto('/app/account')
    await page.getByRole('heading', { name: 'Set your password' }).waitFor()
    await page.getByLabel('Current password', { exact: true }).fill('deal-canvas-demo')
    await page.getByLabel('New password', { exact: true }).fill('quiet harbour lantern')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL((url) => url.pathname === '/app/account')
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
  })
})
