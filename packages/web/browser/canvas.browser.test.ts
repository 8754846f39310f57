import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { expectInSight } from './support/expect-in-sight.ts'
import { hoverNumber } from './support/hover-number.ts'
import { inBrowser } from './support/in-browser.ts'

const canvas = '/app/canvas/demo-riverside'
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

inBrowser('canvas', ({ open, signIn, callAs, restartService }) => {
  const enter = async (email: string, options?: BrowserContextOptions, path = canvas): Promise<Page> => {
    const page = await open(path, options)
    await signIn(page, email)
    await page.getByRole('heading', { level: 2, name: /Recommendation/ }).waitFor()
    return page
  }
  const live = (page: Page) => page.getByText('Live, everything saved')

  // The service rarely restarts within seconds while other tests run in parallel.
  const timeout = 120_000
  test('shows two members each other reading and editing, and loses nothing when the service restarts', {
    timeout,
  }, async () => {
    const maya = await enter('owner@example.com')
    const priya = await enter('editor@example.com')
    await maya.getByRole('list', { name: 'Here now' }).getByText('Priya Nair').waitFor()

    await priya.getByRole('button', { name: 'Edit section Returns Analysis' }).click()
    const text = priya.getByRole('textbox', { name: 'Text of Returns Analysis' })
    await text.press('Control+End')
    await text.pressSequentially(' Debt service is covered [[dsc')
    await priya.getByRole('option', { name: /Debt Service Coverage/ }).waitFor()
    await text.press('Enter')
    const returns = maya.getByRole('region', { name: /Returns Analysis/ })
    await returns.getByText('Priya Nair is editing. You can read and comment').waitFor()
    expect(await returns.getByRole('button', { name: 'Edit section' }).getAttribute('aria-disabled')).toBe('true')
    await shot(maya, 'canvas-held')

    await restartService()
    await text.pressSequentially('.')
    await live(maya).waitFor({ timeout: 30_000 })
    await live(priya).waitFor({ timeout: 30_000 })
    await priya.getByRole('button', { name: 'Save section' }).click()
    await returns.getByText(/Debt service is covered 1\.\d\dx\./).waitFor()
    await returns.getByText(/is editing/).waitFor({ state: 'detached' })
    expect(await text.count()).toBe(0)
  })

  test('shows a lost live channel while API calls still work, also on a phone, until it reconnects', async () => {
    let cut = true
    const page = await open(canvas, phone)
    await page.routeWebSocket(/\/live/, (socket) => void (cut ? socket.close() : socket.connectToServer()))
    await page.reload()
    await signIn(page, 'owner@example.com')
    const bar = page
      .getByRole('status')
      .filter({ hasText: 'Reconnecting. Your changes are kept' })
      .filter({ visible: true })
    await bar.waitFor({ timeout: 30_000 })
    await shot(page, 'canvas-cut-390')
    expect(await complaints(page)).toEqual([])
    cut = false
    await bar.waitFor({ state: 'detached', timeout: 60_000 })
  })

  test('keeps a section draft when somebody else saves in the meantime, and offers to compare them', async () => {
    const priya = await enter('editor@example.com')
    const thesis = priya.getByRole('region', { name: /Investment Thesis/ })
    await thesis.getByRole('button', { name: /^Edit section/ }).click()
    const text = priya.getByRole('textbox', { name: 'Text of Investment Thesis' })
    await text.fill('Mine.')
    // A page that closes without warning keeps its draft.
    await priya.reload()
    await thesis.getByText(/You have an unsaved draft/).waitFor()
    await thesis.getByRole('button', { name: 'Continue editing' }).click()
    await expect.poll(() => text.innerText()).toBe('Mine.')

    await priya.evaluate(async () => {
      const login = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@example.com', password: 'deal-canvas-demo' }),
        credentials: 'omit',
      })
      const { access_token } = await login.json()
      await fetch('/api/canvas/demo-riverside/sections/investment_thesis', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ content: 'Theirs.' }),
      })
    })
    await thesis.getByText(/saved version 2 while you were editing. Your text is kept/).waitFor()
    await thesis.getByRole('button', { name: 'Compare' }).click()
    const compare = priya.getByRole('dialog', { name: 'Compare Investment Thesis' })
    await compare.getByText('Theirs.').waitFor()
    await shot(priya, 'canvas-compare')
    expect(await complaints(priya)).toEqual([])
    await compare.getByRole('button', { name: 'Replace version 2 with my text' }).click()
    await thesis.getByText('Mine.').waitFor()

    await thesis.getByRole('button', { name: /^Version 3/ }).click()
    const versions = priya.getByRole('dialog', { name: /Versions/ })
    await versions.getByRole('button', { name: 'Restore version 1' }).click()
    await thesis.getByText(/^Rents in place of/).waitFor()
  })

  test('shows the source of a number on hover and on focus, and opens its what-if', async () => {
    const page = await enter('owner@example.com')
    const number = page.getByRole('region', { name: /Recommendation/ }).getByRole('link', { name: '15.7%' })
    const source = page.getByRole('dialog', { name: 'Where this number comes from' })
    // Other content that loads with the canvas may still move the number away from the pointer.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0)
        await hoverNumber(number)
        await page.waitForTimeout(500)
        return source.getByText('Returns!B28').count()
      })
      .toBe(1)
    await shot(page, 'canvas-source')
    await page.mouse.move(0, 0)
    await source.waitFor({ state: 'detached' })

    await number.focus()
    await source.waitFor()
    await page.keyboard.press('Tab')
    await expectFocus(source.getByRole('link', { name: 'What if' }))
    await page.keyboard.press('Escape')
    await source.waitFor({ state: 'detached' })
    await expectFocus(number)
    await number.press('Enter')
    await expect.poll(() => page.url()).toContain('whatIf=levered_irr_pct')
  })

  test('shows memo numbers while their metrics load or fail to load, without false information about them', async () => {
    const page = await open('/app/account')
    await signIn(page, 'viewer@example.com')
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
    const number = page.getByRole('region', { name: /Recommendation/ }).getByRole('link', { name: '15.7%' })
    const source = page.getByRole('dialog', { name: 'Where this number comes from' })
    const metrics = '**/api/canvas/demo-riverside/metrics'
    let refuse = () => {}
    const held = new Promise<void>((done) => {
      refuse = done
    })
    await page.route(metrics, async (route) => {
      await held
      await route.fulfill({ status: 503, json: { code: 'shutting_down', detail: 'The service is restarting' } })
    })
    await page.goto(canvas)
    await hoverNumber(number)
    await source.getByText('Loading source').waitFor()
    await source.getByText('15.7%').waitFor()
    expect(await page.getByText('n/a').count()).toBe(0)

    refuse()
    const note = page.getByRole('alert').filter({ hasText: 'The latest numbers could not be loaded' })
    await note.waitFor()
    await page.mouse.move(0, 0)
    await hoverNumber(number)
    await source.getByText('Source not loaded').waitFor()
    await number.waitFor()
    expect(await page.getByText('n/a').count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    await shot(page, 'canvas-numbers-failed')

    await page.unroute(metrics)
    await note.getByRole('button', { name: 'Load again' }).click()
    await note.waitFor({ state: 'detached' })
    await hoverNumber(number)
    await source.getByText('Returns!B28').waitFor()
  })

  test('scrolls to the same comment link and the same section command every time they are used', async () => {
    const { id } = await callAs('owner@example.com', 'GET', '/api/auth/me')
    const { comment_id } = await callAs('commenter@example.com', 'POST', '/api/canvas/demo-riverside/comments', {
      content: 'Which opinion?',
      section_key: 'risks_mitigants',
      anchor_text: 'We have asked for an opinion of counsel',
      mentioned_user_ids: [id],
    })
    const page = await enter('owner@example.com', undefined, `${canvas}?comment=${comment_id}`)
    const passage = page.locator(`[data-thread="${comment_id}"]`).first()
    const thread = page.getByRole('article').filter({ hasText: 'Which opinion?' })
    const toTop = () => page.locator('[data-memo]').evaluate((memo) => memo.scrollTo(0, 0))
    const away = async (wanted: Locator) => {
      await toTop()
      await expect
        .poll(() => wanted.evaluate((element) => element.getBoundingClientRect().top > innerHeight))
        .toBe(true)
    }
    await expectInSight(passage)
    await expectFocus(thread)
    expect(new URL(page.url()).searchParams.get('comment')).toBe(comment_id)

    for (const _ of ['once', 'and once more']) {
      await away(passage)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page
        .getByRole('dialog', { name: 'Notifications' })
        .getByRole('link', { name: /Daniel Reyes mentioned you/ })
        .first()
        .click()
      await expectInSight(passage)
      expect(await thread.getAttribute('aria-current')).toBe('true')
    }

    const heading = page.getByRole('heading', { level: 2, name: /Risks/ })
    for (const _ of ['once', 'and once more']) {
      await away(heading)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search deals, sections, pages and commands' }).fill('risks')
      await page.getByRole('option', { name: /Risks.*Section/ }).waitFor()
      await page.keyboard.press('Enter')
      await expectInSight(heading)
    }
    // Going back restores the previous location without scrolling away from what is being read.
    await away(heading)
    await page.goBack()
    await page.waitForTimeout(300)
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top > innerHeight)).toBe(true)
  })

  test('searches the memo and moves between sections by keyboard', async () => {
    const page = await enter('viewer@example.com')
    expect(await page.getByRole('button', { name: /^Edit section/ }).count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('roof')
    await page.getByText(/Press Enter to go to/).waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await expectFocus(page.getByRole('heading', { name: /Executive Summary/ }))
    await page.keyboard.press('[')
    await expectFocus(page.getByRole('heading', { name: /Recommendation/ }))
  })

  test('loads the canvas with at most 28 requests and 220 kB of compressed scripts and styles', async () => {
    const page = await enter('owner@example.com')
    await live(page).waitFor()
    // Measures a reload while signed in, so that what the sign-in page loaded does not count.
    await page.reload()
    await live(page).waitFor()
    // The last request of the page.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/model')),
    )
    const requests = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))
        // Blocks come after the first paint, sooner or later.
        .filter(({ name }) => !/\/blocks$|\/assets\/(?:block-body|kpi-row)-/.test(name)),
    )
    const files = requests.filter(({ name }) => /\.(?:js|css)$/.test(name)).map(({ bytes }) => bytes)
    expect(files.filter((bytes) => bytes > 0).length).toBeGreaterThan(5)
    // Not counting the document itself, the live channel, which stays open, and the look that is reported some seconds
    // after the page was loaded.
    const loading = requests.map(({ name }) => name).filter((name) => !name.endsWith('/seen'))
    expect(loading.slice(28)).toEqual([])
    expect(files.reduce((sum, bytes) => sum + bytes)).toBeLessThan(220_000)
  })

  test('shows the wide canvas without axe violations or horizontal overflow, in light and dark mode', async () => {
    const page = await enter('owner@example.com')
    await live(page).waitFor({ state: 'attached' })
    await expectLightAndDark(page, 'canvas')
  })

  test('shows the canvas on a phone without axe violations or overflow, with 44 px touch targets except numbers in text', async () => {
    const page = await enter('owner@example.com', phone)
    await live(page).waitFor({ state: 'attached' })
    await expectLightAndDark(page, 'canvas')
    const small = await smallTargets(page)
    expect(small.filter((target) => !/data-metric|memo-open|type="radio"/.test(target))).toEqual([])
    await page.getByRole('button', { name: 'Sections' }).click()
    await page.getByRole('link', { name: /Financing Structure/ }).waitFor()
    await expectLightAndDark(page, 'canvas-sections')
    await page.getByRole('link', { name: /Financing Structure/ }).click()
    await page.getByRole('button', { name: /Comments/ }).click()
    await expectLightAndDark(page, 'canvas-comments')
  })
})
