import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const signedIn = { name: /^Account, / } as const
const sent = 'If the address belongs to an account, a link is on its way. It expires in 15 minutes.'

const askForLink = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText(sent).waitFor()
}

inBrowser('sign-in by mailed link', ({ open, signInElsewhere, mails }) => {
  test('shows the same message for a sign-in link whether the address has an account or not', async () => {
    const page = await open('/app/sign-in')
    await askForLink(page, 'nobody@example.com')
    await askForLink(page, 'owner@example.com')
    await mails().signInLink('owner@example.com')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('asks for a missing email address and rejects an invalid one when a sign-in link is requested', async () => {
    const page = await open('/app/sign-in')
    const email = page.getByLabel('Email')
    const send = page.getByRole('button', { name: 'Send me a link' })
    await send.click()
    await page.getByText('Enter your email').waitFor()
    expect(await page.getByText('Enter your password').count()).toBe(0)
    await expectFocus(email)
    await email.fill('owner')
    await send.click()
    await page.getByText('An email address must have an @-sign.').waitFor()
    await expectFocus(email)
  })

  test('says how long to wait after too many sign-in link requests', async () => {
    const page = await open('/app/sign-in')
    await page.route('**/api/auth/magic-link/request', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1800' },
        json: { detail: 'Too many', code: 'rate_limited' },
      }),
    )
    await page.getByLabel('Email').fill('owner@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toBe('Too many attempts. Wait 30 minutes, then try again.')
    await expectFocus(alert)
  })

  test('signs in by link only on a button press, keeps the token out of the URL, and returns to the requested page', async () => {
    const page = await open('/app/account?from=mail#sessions')
    await askForLink(page, 'editor@example.com')
    const link = await mails().signInLink('editor@example.com')

    const verified: string[] = []
    page.on('request', (request) => request.url().includes('magic-link/verify') && verified.push(request.url()))
    await page.goto(link)
    await page.getByRole('heading', { name: 'Sign in with your link' }).waitFor()
    expect(page.url()).toMatch(/\/app\/sign-in\/link$/)
    expect(verified).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', signedIn).waitFor()
    expect(verified).toHaveLength(1)
    await page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === '/app/account?from=mail#sessions')
    await page.reload()
    await page.getByRole('button', signedIn).waitFor()
  })

  test('explains that a sign-in link was already used and offers a new one', async () => {
    const first = await open('/app/sign-in')
    await askForLink(first, 'commenter@example.com')
    const link = await mails().signInLink('commenter@example.com')
    await first.goto(link)
    await first.getByRole('button', { name: 'Sign in' }).click()
    await first.getByRole('button', signedIn).waitFor()

    const page = await open(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const heading = page.getByRole('heading', { name: 'This link no longer works' })
    await heading.waitFor()
    await expectFocus(heading)
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
    await askForLink(page, 'commenter@example.com')
    await page.goto(await mails().signInLink('commenter@example.com'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', signedIn).waitFor()
  })

  test('explains a sign-in link without a token and offers a new one', async () => {
    const page = await open('/app/sign-in/link')
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    await page.getByRole('link', { name: 'Send me a new link' }).waitFor()
  })

  test('replaces the signed-in user when another signs in by link, and shows nothing of the previous user', async () => {
    const page = await open('/app/sign-in')
    await askForLink(page, 'viewer@example.com')
    const link = await mails().signInLink('viewer@example.com')
    await page.getByLabel('Email').fill('outsider@example.com')
    await page.getByLabel('Password', { exact: true }).fill('deal-canvas-demo')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^Account, Jonas/ }).waitFor()
    await page.goto(link)
    await page.getByText(/^Someone is already signed in here\./).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^Account, Hannah/ }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('outsider@example.com')
  })

  test('keeps the sign-in link for a retry when the service is unreachable', async () => {
    const page = await open('/app/sign-in')
    await askForLink(page, 'outsider@example.com')
    await page.goto(await mails().signInLink('outsider@example.com'))
    await page.route('**/api/auth/magic-link/verify', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The service is not responding. Check your connection, then try again.').waitFor()
    await page.unroute('**/api/auth/magic-link/verify')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', signedIn).waitFor()
  })

  test('sets a forgotten password without the old one, only within 15 minutes after signing in by link', async () => {
    const page = await open('/app/sign-in')
    await page.getByLabel('Email').fill('superadmin@example.com')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('superadmin@example.com')
    await page.getByText(/you can set a new password on your account page without the old one/).waitFor()
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText(sent).waitFor()
    await page.clock.install()
    await page.goto(await mails().signInLink('superadmin@example.com'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/^You signed in with a link\. Until \d{1,2}:\d\d [AP]M, you can set a new password/).waitFor()
    expect(await page.getByLabel('Current password', { exact: true }).count()).toBe(0)
    await shot(page, 'account-after-link', true)
    expect(await complaints(page)).toEqual([])
    await page.getByLabel('New password', { exact: true }).fill('quiet harbour lantern')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('Password changed. Your other sessions have ended').waitFor()
    expect((await signInElsewhere('superadmin@example.com', 'node', 'quiet harbour lantern')).status).toBe(200)

    await page.clock.fastForward('16:00')
    await page.getByLabel('Current password', { exact: true }).waitFor()
  })

  test('asks for the current password when the service requires it after a sign-in by link', async () => {
    const page = await open('/app/sign-in?next=%2Fapp%2Faccount')
    await askForLink(page, 'owner@example.com')
    await page.goto(await mails().signInLink('owner@example.com'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/^You signed in with a link/).waitFor()
    await page.route('**/api/auth/password', (route) =>
      route.fulfill({
        status: 422,
        json: { detail: [{ type: 'missing', loc: ['body', 'current_password'], msg: 'Field required' }] },
      }),
    )
    await page.getByLabel('New password', { exact: true }).fill('quiet harbour lantern')
    await page.getByRole('button', { name: 'Set new password' }).click()
    const current = page.getByLabel('Current password', { exact: true })
    await current.waitFor()
    await page.getByText('Enter your current password').waitFor()
    await expectFocus(current)
  })

  test('replaces a generated password without asking for it after a sign-in by link', async () => {
    const page = await open('/app/sign-in')
    // No demo account has a generated password, so the service's response is modified.
    await page.route('**/magic-link/verify', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), force_password_change: true } })
    })
    await askForLink(page, 'viewer@example.com')
    await page.goto(await mails().signInLink('viewer@example.com'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Set your password' }).waitFor()
    await page.getByText(/^You signed in with a link/).waitFor()
    await shot(page, 'set-password-after-link')
    await page.keyboard.type('quiet harbour lantern')
    await page.keyboard.press('Enter')
    await page.getByRole('button', signedIn).waitFor()
    expect((await signInElsewhere('viewer@example.com', 'node', 'quiet harbour lantern')).status).toBe(200)
  })

  for (const width of [1440, 360]) {
    test(`shows the sign-in link pages at ${width} px without axe violations or overflow, in light and dark mode`, async () => {
      const phone = width < 720
      const viewport = { width, height: phone ? 780 : 900 }
      const page = await open('/app/sign-in', { viewport, hasTouch: phone, isMobile: phone })
      const look = async (name: string) => {
        await expectLightAndDark(page, name)
        if (phone) expect(await smallTargets(page)).toEqual([])
      }
      await askForLink(page, `looks.${width}@example.com`)
      await look('link-sent')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await look('forgot')
      await page.goto('/app/sign-in/link#token=no-such-token')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await look('link')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
      await look('link-dead')
    })
  }
})
