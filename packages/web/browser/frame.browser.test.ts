import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const hello = { level: 1, name: /^Hello, / } as const

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

inBrowser('page frame', ({ open, signIn, expectConsoleError }) => {
  test('keeps the chosen theme and applies it before any app code has run', async () => {
    const page = await open('/app/account', { colorScheme: 'light' })
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    const light = await background(page)
    await page.getByRole('button', { name: /^Account, / }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const dark = await background(page)
    expect(dark).not.toBe(light)

    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await background(page)).toBe(dark)

    await page.unroute('**/assets/*.js')
    await page.reload()
    await page.getByRole('button', { name: /^Account, / }).click()
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    expect(await background(page)).toBe(light)
  })

  test('shows a notice while the connection is lost and hides it when the service is back', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Reconnecting. Your changes are kept').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Reconnecting. Your changes are kept').waitFor({ state: 'detached' })
  })

  test('waits for a service that is unreachable when the page loads', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    expectConsoleError(/^ApiError: 0 network: The service does not answer/)
    await page.route(/\/(api|healthz)/, (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.unroute(/\/(api|healthz)/)
    await page.getByRole('heading', hello).waitFor()
  })

  test('waits for a service that is unreachable when a canvas opens, and offers a retry after an error response', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    const failed = page.getByRole('heading', { name: 'This page could not be loaded' })
    const memo = page.getByRole('heading', { level: 2, name: /Recommendation/ })
    const opening = '**/api/canvas/demo-riverside'

    // Only the canvas request fails; the page itself is signed in.
    expectConsoleError(/^ApiError: 0 network: The service does not answer/)
    await page.route(/\/healthz/, (route) => route.abort())
    await page.route(opening, (route) => route.abort())
    await page.goto('/app/canvas/demo-riverside')
    await failed.waitFor()
    await page.unroute(opening)
    await page.unroute(/\/healthz/)
    await memo.waitFor()

    expectConsoleError(/^ApiError: 503 shutting_down: /)
    const json = { code: 'shutting_down', detail: 'The service is restarting' }
    await page.route(opening, (route) => route.fulfill({ status: 503, json }))
    await page.reload()
    await failed.waitFor()
    await page.unroute(opening)
    await page.getByRole('button', { name: 'Try again' }).click()
    await memo.waitFor()
  })

  test('keeps the page frame and offers a link back for an unknown path', async () => {
    const page = await open('/app/no/such/page')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByRole('heading', hello).waitFor()
  })

  test('keeps the page frame and offers a link back when a page crashes', async () => {
    const page = await open('/app/account')
    expectConsoleError(/^TypeError: /)
    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), emails: null } })
    })
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByRole('button', { name: /^Account, / }).waitFor()
    await page.unroute('**/api/auth/me')
    await page.getByRole('link', { name: 'Go to your deals' }).click()
    await page.getByRole('heading', { level: 1, name: 'Deals' }).waitFor()
  })

  test('reaches the content, the shortcut list and the menu by keyboard, and restores the focus', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
    await expectFocus(page.getByRole('main'))

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const account = page.getByRole('button', { name: /^Account, / })
    await account.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(account)
  })

  test('does not open the shortcut list for a question mark typed into a field or with single-key shortcuts off', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByLabel('First name').press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Discard edits' }).click()
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  for (const width of [1440, 390]) {
    test(`shows the sign-in and account pages at ${width} px without axe violations or overflow, in light and dark mode`, async () => {
      const phone = width < 720
      const viewport = { width, height: phone ? 844 : 900 }
      const page = await open('/app/sign-in?next=%2Fapp%2Faccount', { viewport, hasTouch: phone, isMobile: phone })
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await expectLightAndDark(page, 'sign-in')
      await signIn(page, 'owner@example.com', 'not the password')
      await page.getByRole('alert').waitFor()
      await expectLightAndDark(page, 'sign-in-refused')

      await signIn(page, 'owner@example.com')
      await page.getByText('This session', { exact: true }).waitFor()
      await expectLightAndDark(page, 'account', true)
      if (phone) expect(await smallTargets(page)).toEqual([])

      await page.getByRole('button', { name: /^Account, / }).click()
      await page.getByRole('menu').waitFor()
      await expectLightAndDark(page, 'menu')
    })
  }

  test('loads less than 200 kB of compressed scripts on the account page', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByText('This session', { exact: true }).waitFor()
    const scripts = await page.evaluate(() =>
      [...performance.getEntriesByType('resource')].map(({ name }) => name).filter((name) => name.endsWith('.js')),
    )
    const sizes = await Promise.all(
      scripts.map(async (script) => gzipSync(await (await page.request.get(script)).body()).length),
    )
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(200_000)
  })
})
