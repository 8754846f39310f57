import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { expectInSight } from './support/expect-in-sight.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const canvas = `/app/canvas/${deal}`
const phrase = 'Approval is asked for on two conditions'

const railOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' })
const threadSaying = (page: Page, words: string): Locator =>
  railOf(page).getByRole('article').filter({ hasText: words })

/** Selects text by its content, as with a mouse. */
const select = async (page: Page, words: string): Promise<void> => {
  const text = page.getByText(words).first()
  await text.scrollIntoViewIfNeeded()
  await text.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at !== -1) document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
    }
  }, words)
  await page.getByRole('toolbar', { name: 'Selected text' }).waitFor()
}

inBrowser('comments on the canvas', ({ open, signIn, callAs }) => {
  const enter = async (email: string, path = canvas, options = {}): Promise<Page> => {
    const page = await open(path, options)
    await signIn(page, email)
    await railOf(page).waitFor({ state: 'attached' })
    return page
  }

  test('lets two members discuss a passage and accept a suggestion into the memo without a page reload', async () => {
    const [editor, owner] = await Promise.all([enter('editor@example.com'), enter('owner@example.com')])

    await select(editor, phrase)
    await shot(editor, 'comments-toolbar')
    await editor.keyboard.press('c')
    await editor.getByLabel('Comment', { exact: true }).pressSequentially('Which counsel, @may')
    await editor.getByRole('option', { name: /Maya Okafor/ }).waitFor()
    await editor.keyboard.press('Enter')
    await editor.keyboard.press('Control+Enter')
    await threadSaying(editor, 'Which counsel').waitFor()

    await threadSaying(owner, 'Which counsel, @Maya Okafor').waitFor({ timeout: 5_000 })
    await threadSaying(owner, 'Which counsel').getByRole('button', { name: phrase }).click()
    const reply = owner.getByLabel('Reply to Priya Nair')
    await reply.fill('Ours, see Returns!B18')
    await owner.keyboard.press('Control+Enter')
    await threadSaying(editor, 'Ours, see Returns!B18').waitFor({ timeout: 5_000 })
    await owner.getByRole('button', { name: 'Add a reaction' }).click()
    await owner.getByRole('menuitemcheckbox', { name: 'Agreed', exact: true }).click()
    await threadSaying(editor, 'Which counsel')
      .getByRole('button', { name: /👍 1: Maya Okafor/ })
      .waitFor({ timeout: 5_000 })

    await select(editor, 'shows no immediate replacement')
    await editor.keyboard.press('s')
    await editor.getByLabel('New wording').fill('finds nothing to replace')
    await editor.getByRole('button', { name: 'Suggest', exact: true }).click()
    await owner.getByText('Priya suggests').waitFor({ timeout: 5_000 })
    await shot(owner, 'comments-suggestion')
    await threadSaying(owner, 'finds nothing to replace').getByRole('button', { name: 'Accept' }).click()
    for (const page of [owner, editor]) {
      await page.getByText('the roof report finds nothing to replace').waitFor({ timeout: 5_000 })
      await page.getByText('Priya suggests').waitFor({ state: 'detached' })
    }
  })

  test('keeps a comment that could not be sent, also over a reload, and posts it once on retry', async () => {
    const page = await enter('commenter@example.com')
    await railOf(page)
      .getByRole('button', { name: /^Comment on / })
      .click()
    await page.route('**/comments', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { detail: 'A store is not reachable', code: 'store_unavailable' } })
        : route.fallback(),
    )
    const box = page.getByLabel('Comment', { exact: true })
    await box.fill('Not lost')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Not sent\. Your draft is saved\./).waitFor()
    await shot(page, 'comments-failed')
    await page.reload()
    expect(await box.inputValue()).toBe('Not lost')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Not sent\. Your draft is saved\./).waitFor()
    await page.unroute('**/comments')
    await page.getByRole('button', { name: 'Retry' }).click()
    await threadSaying(page, 'Not lost').waitFor()
    expect(await threadSaying(page, 'Not lost').count()).toBe(1)

    // The live channel may show the comment before the response that selects it; shortcuts act on the selected one.
    await threadSaying(page, 'Not lost').getByRole('button', { name: 'Resolve' }).waitFor()
    await page.keyboard.press('x')
    await page.getByText('Resolved the comment by Daniel Reyes').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await threadSaying(page, 'Not lost').waitFor()
    await expectLightAndDark(page, 'comments')
  })

  test('opens a link at its comment, even a resolved one, and explains to a viewer why they cannot reply', async () => {
    const { comment_id } = await callAs('commenter@example.com', 'POST', `/api/canvas/${deal}/comments`, {
      content: 'Settled long ago',
      section_key: 'returns_analysis',
    })
    await callAs('commenter@example.com', 'POST', `/api/canvas/${deal}/comments/${comment_id}/resolve`)
    const touch = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await enter('viewer@example.com', `${canvas}?comment=${comment_id}`, touch)
    const thread = threadSaying(page, 'Settled long ago')
    await thread.getByText('Resolved').waitFor()
    await expectFocus(thread)
    // The section is far down in the memo, which scrolled along.
    await expectInSight(page.getByRole('heading', { level: 2, name: /Returns Analysis/ }))
    await railOf(page)
      .getByText(/To comment, ask an owner for the commenter role/)
      .waitFor()
    expect(await thread.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
    expect(await page.getByLabel(/^Reply to/).count()).toBe(0)
    expect(await complaints(page)).toEqual([])
    const small = await smallTargets(page)
    expect(small.filter((html) => /thread|rail|reactions/.test(html))).toEqual([])
    await shot(page, 'comments-phone')
  })
})
