import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const hello = { level: 1, name: /^Hello, / } as const

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

inBrowser('the frame', ({ open, signIn, bringsAbout }) => {
  test('the chosen theme is kept, and stands before any of the app has run', async () => {
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

  test('a lost connection shows a quiet bar, which goes when the service is back', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Reconnecting. Your changes are kept').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Reconnecting. Your changes are kept').waitFor({ state: 'detached' })
  })

  test('a service that is away when the page is loaded is waited for', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    bringsAbout(/^ApiError: 0 network: The service does not answer/)
    await page.route(/\/(api|healthz)/, (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.unroute(/\/(api|healthz)/)
    await page.getByRole('heading', hello).waitFor()
  })

  test('so is one that is away when a canvas is opened, and one that refuses can be tried again', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', hello).waitFor()
    const failed = page.getByRole('heading', { name: 'This page could not be loaded' })
    const memo = page.getByRole('heading', { level: 2, name: /Recommendation/ })
    const opening = '**/api/canvas/demo-riverside'

    // The canvas alone: the page itself is signed in, and it is the canvas that fails.
    bringsAbout(/^ApiError: 0 network: The service does not answer/)
    await page.route(/\/healthz/, (route) => route.abort())
    await page.route(opening, (route) => route.abort())
    await page.goto('/app/canvas/demo-riverside')
    await failed.waitFor()
    await page.unroute(opening)
    await page.unroute(/\/healthz/)
    await memo.waitFor()

    bringsAbout(/^ApiError: 503 shutting_down: /)
    const json = { code: 'shutting_down', detail: 'The service is restarting' }
    await page.route(opening, (route) => route.fulfill({ status: 503, json }))
    await page.reload()
    await failed.waitFor()
    await page.unroute(opening)
    await page.getByRole('button', { name: 'Try again' }).click()
    await memo.waitFor()
  })

  test('an unknown address keeps the frame and offers a way back', async () => {
    const page = await open('/app/no/such/page')
    await signIn(page, 'owner@example.com')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByRole('heading', hello).waitFor()
  })

  test('a page with a fault keeps the frame and offers a way back', async () => {
    const page = await open('/app/account')
    bringsAbout(/^TypeError: /)
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

  test('the keyboard alone reaches the content, the list of keys and the menu, and gets its place back', async () => {
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

  test('a question mark typed into a field, or with single keys turned off, opens nothing', async () => {
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
    test(`at ${width} px axe has no complaint in light and dark, and nothing is wider than the page`, async () => {
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

  test('the account page loads less than 190 kB of script', async () => {
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
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(190_000)
  })
})
