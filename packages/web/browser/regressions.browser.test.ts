import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { expectInSight } from './support/expect-in-sight.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const canvas = `/app/canvas/${deal}`
const tall: BrowserContextOptions = { viewport: { width: 1440, height: 1400 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const railOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' })

const select = (text: Locator): Promise<void> =>
  text.evaluate((element) => void document.getSelection()?.selectAllChildren(element))

inBrowser('regressions', ({ open, signIn, callAs, expectConsoleError }) => {
  const enter = async (path: string, options?: BrowserContextOptions, email = 'owner@example.com'): Promise<Page> => {
    const page = await open(path, options)
    page.setDefaultTimeout(60_000)
    await signIn(page, email)
    return page
  }
  const enterCanvas = async (options?: BrowserContextOptions, path = canvas): Promise<Page> => {
    const page = await enter(path, options)
    await page.getByRole('heading', { level: 2, name: /Recommendation/ }).waitFor()
    return page
  }

  test('opens each of the last sections at the top of the memo, by click and by link', async () => {
    const page = await enterCanvas(tall)
    const rows = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const expectOpen = async (address: string, how: string) => {
      const section = page.locator(`#section-${new URLSearchParams(address).get('section')}`)
      await expect
        .poll(
          async () => [
            await rows.and(page.locator('[aria-current]')).getAttribute('href'),
            await section.evaluate((element) => Math.round(element.getBoundingClientRect().top) < 130),
          ],
          { message: `${address} by ${how}` },
        )
        .toEqual([address, true])
    }
    for (const address of addresses.slice(-3)) {
      await page.getByRole('navigation', { name: 'Sections' }).locator(`a[href="${address}"]`).click()
      await page.waitForTimeout(300)
      await expectOpen(address, 'click')
    }
    for (const address of addresses.slice(-3)) {
      await page.goto(`${canvas}${address}`)
      await rows.first().waitFor()
      await page.waitForTimeout(1000)
      await expectOpen(address, 'link')
    }
  })

  test('offers metrics after [[ next to the text being typed, also at the bottom of the window', async () => {
    const page = await enterCanvas({ viewport: { width: 1440, height: 640 } })
    await page.getByRole('button', { name: 'Edit section Investment Thesis' }).click()
    const text = page.getByRole('textbox', { name: 'Text of Investment Thesis' })
    await text.press('Control+End')
    await text.pressSequentially(' NOI is [[n')
    const offers = page.getByRole('listbox', { name: 'Metrics of this deal' })
    await offers.getByRole('option').first().waitFor()
    await expectInSight(offers)
    await shot(page, 'regressions-offers')
    await page.setViewportSize({ width: 1440, height: 420 })
    await expectInSight(offers)
    await text.press('Escape')
    await page.getByRole('button', { name: 'Discard my text' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Discard/ })
      .click()
    await text.waitFor({ state: 'detached' })
  })

  test('shows every label in full where two tabs are compared', async () => {
    const page = await enter(`${canvas}/quality`)
    const cells = page.getByRole('region', { name: /tabs disagree/ }).locator('td, [data-look="excerpt"]')
    await expect.poll(() => cells.filter({ hasText: /\w/ }).count()).toBeGreaterThan(3)
    const cut = await cells.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
    await shot(page, 'regressions-quality')
    expect(await complaints(page)).toEqual([])
  })

  test('labels rows and columns in the cell dialog, and keeps the labels visible while scrolling', async () => {
    const page = await enter(`${canvas}/quality`, phone)
    await page.getByRole('button', { name: 'Open Rent Roll!E61' }).click()
    const sheet = page.getByRole('dialog', { name: 'Rent Roll!E61' }).getByRole('region', { name: /^Rent Roll, / })
    const header = sheet.getByRole('columnheader', { name: /status/i })
    await header.waitFor({ state: 'attached' })
    const row = sheet.getByRole('rowheader', { name: '61', exact: true })
    const placeOf = (element: Locator) =>
      element.evaluate((target) => {
        const { left, top } = target.getBoundingClientRect()
        return { left: Math.round(left), top: Math.round(top) }
      })
    const letter = sheet.getByRole('columnheader', { name: 'C', exact: true })
    const before = { row: await placeOf(row), letter: await placeOf(letter) }
    await shot(page, 'regressions-cell')
    expect(await complaints(page)).toEqual([])
    const moved = await sheet.evaluate((box) => {
      box.scrollTo(150, 40)
      return [box.scrollLeft, box.scrollTop]
    })
    expect(moved[0]).toBeGreaterThan(50)
    expect((await placeOf(row)).left).toBe(before.row.left)
    expect((await placeOf(letter)).top).toBe(before.letter.top)
  })

  test('opens the history of one number and describes each event in sentences', async () => {
    const page = await enter(`${canvas}/record?metric=exit_cap_rate_pct`)
    await page.getByText('History of Exit Cap Rate').waitFor()
    const events = page.getByRole('region', { name: 'Events' }).getByRole('listitem')
    await events.first().waitFor()
    expect(await events.count()).toBeLessThan(10)
    await events.filter({ hasText: 'replaced the model' }).filter({ hasText: 'Exit Cap Rate' }).first().click()
    await page.getByText(/^Exit Cap Rate (became|changed from) /).waitFor()
    expect(await page.getByRole('region', { name: 'Events' }).innerText()).not.toMatch(/[{}]/)
    await shot(page, 'regressions-history')
    expect(await complaints(page)).toEqual([])
    await page.getByRole('link', { name: 'Show all events' }).click()
    await expect.poll(() => events.count()).toBeGreaterThan(20)
  })

  test('shows the comments of the whole deal when the section has none, on desktop and on a phone', async () => {
    const page = await enterCanvas()
    await railOf(page)
      .getByText(/^No open comments on Recommendation\./)
      .waitFor()
    await railOf(page).getByRole('article').first().waitFor()
    await shot(page, 'regressions-rail')
    const small = await enterCanvas(phone)
    await small.getByRole('button', { name: /Comments/ }).click()
    await railOf(small).getByRole('article').first().waitFor()
    expect(await complaints(small)).toEqual([])
    await shot(small, 'regressions-sheet')
  })

  test('hides the selection toolbar once one of its actions has started', async () => {
    const page = await enterCanvas(phone)
    const passage = page.getByText('Approval is asked for on two conditions').first()
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await select(passage)
    await bar.getByRole('button', { name: /Evidence/ }).click()
    await page.getByRole('region', { name: 'Evidence' }).waitFor()
    await bar.waitFor({ state: 'detached' })
    await shot(page, 'regressions-evidence')
    // Selecting another passage shows the toolbar again.
    await page.getByRole('button', { name: 'Close comments' }).click()
    await select(page.getByText('We recommend buying').first())
    await bar.waitFor()
  })

  test('never lets the selection toolbar overlap the comments', async () => {
    const page = await enterCanvas({ viewport: { width: 1000, height: 800 } })
    await page
      .getByText('Approval is asked for on two conditions')
      .first()
      .evaluate((element) => {
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const first = words.nextNode()
        const length = first?.textContent?.length ?? 0
        if (first !== null) document.getSelection()?.setBaseAndExtent(first, length - 12, first, length - 2)
      })
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await bar.waitFor()
    const right = (element: Element) => element.getBoundingClientRect().right
    expect(await bar.evaluate(right)).toBeLessThanOrEqual(await page.locator('[data-memo]').evaluate(right))
  })

  test('explains that the user has no access to a deal, and whom to ask', async () => {
    expectConsoleError(/deal_not_found/)
    const page = await enter(canvas, undefined, 'outsider@example.com')
    await page.getByRole('heading', { name: 'You don’t have access' }).waitFor()
    await page.getByText('Ask an owner of the deal to add you.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to your deals' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('updates relative times while a page stays open', async () => {
    const page = await open('/app/account')
    page.setDefaultTimeout(60_000)
    await page.clock.install({ time: new Date() })
    await page.reload()
    await signIn(page, 'viewer@example.com')
    const session = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').first()
    await session.getByText(/used now/).waitFor()
    await page.clock.fastForward('04:00')
    await session.getByText(/used [34] min ago/).waitFor()
  })

  test('renders Markdown in comments like in the memo, and no other markup', async () => {
    const { comment_id } = await callAs('commenter@example.com', 'POST', `/api/canvas/${deal}/comments`, {
      content:
        'The **tax bill** is late:\n\n- county\n- school\n\nSee [the notice](https://example.com/notice) or [this](javascript:alert(1)) and [[noi]].\n<img src=x onerror=alert(1)>',
      section_key: 'executive_summary',
    })
    const page = await enterCanvas(undefined, `${canvas}?comment=${comment_id}`)
    const thread = railOf(page).getByRole('article').filter({ hasText: 'tax bill' })
    await thread.locator('strong').getByText('tax bill').waitFor()
    expect(await thread.getByRole('listitem').allInnerTexts()).toEqual(['county', 'school'])
    expect(await thread.getByRole('link', { name: 'the notice' }).getAttribute('rel')).toContain('noopener')
    expect(await thread.getByRole('link', { name: 'this' }).count()).toBe(0)
    expect(await thread.locator('img').count()).toBe(0)
    const words = await thread.innerText()
    expect(words).toContain('<img src=x onerror=alert(1)>')
    expect(words).toMatch(/and \$[\d.]+M\./)
    expect(words).not.toContain('**')
    await shot(page, 'regressions-comment')
    expect(await complaints(page)).toEqual([])
  })
})
