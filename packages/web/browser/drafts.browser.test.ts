import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const canvas = `/app/canvas/${deal}`

/** A one-pixel image. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const railOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' })
const threadSaying = (page: Page, words: string): Locator =>
  railOf(page).getByRole('article').filter({ hasText: words })

inBrowser('comment drafts', ({ open, signIn, callAs }) => {
  const enter = async (email: string, path = canvas): Promise<Page> => {
    const page = await open(path)
    await signIn(page, email)
    await railOf(page).waitFor()
    return page
  }

  test('keeps the kind and the pictures of a comment draft over a reload', async () => {
    const page = await enter('commenter@example.com')
    await railOf(page)
      .getByRole('button', { name: /^Comment on / })
      .click()
    await page.getByLabel('Comment', { exact: true }).fill('The tax bill is wrong')
    await page.getByRole('group', { name: 'Kind' }).getByText('Blocker').click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Add a picture, or paste one').click()
    await (await chooser).setFiles({ name: 'tax-bill.png', mimeType: 'image/png', buffer: png })
    await page.getByRole('img', { name: 'tax-bill.png' }).waitFor()

    await page.reload()
    await page.getByRole('img', { name: 'tax-bill.png' }).waitFor()
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('The tax bill is wrong')
    await page.getByRole('button', { name: 'Post blocker' }).click()
    const thread = threadSaying(page, 'The tax bill is wrong')
    await thread.getByText('Blocker', { exact: true }).waitFor()
    await thread.getByRole('button', { name: /^Picture by Daniel Reyes/ }).waitFor()

    // The next draft starts empty after the previous one was sent.
    await railOf(page)
      .getByRole('button', { name: /^Comment on / })
      .click()
    await page.getByRole('button', { name: 'Comment', exact: true }).waitFor()
    expect(await page.getByRole('img', { name: 'tax-bill.png' }).count()).toBe(0)
  })

  test('keeps a comment draft after Escape, and discards it only after a confirmation that quotes it', async () => {
    const { comment_id } = await callAs('commenter@example.com', 'POST', `/api/canvas/${deal}/comments`, {
      content: 'As it was',
      section_key: 'executive_summary',
    })
    const page = await enter('commenter@example.com', `${canvas}?comment=${comment_id}`)
    const edit = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about the comment by Daniel Reyes' }).click()
      await page.getByRole('menuitem', { name: 'Edit comment' }).click()
    }
    const box = page.getByLabel('Your text')
    const question = page.getByRole('dialog', { name: 'Discard draft?' })
    await edit()
    await box.fill('As it should be')
    await box.press('Escape')
    await box.waitFor({ state: 'detached' })
    await edit()
    expect(await box.inputValue()).toBe('As it should be')

    await page.getByRole('button', { name: 'Cancel' }).click()
    await question.getByText('“As it should be” cannot be recovered.').waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'comments-discard')
    await question.getByRole('button', { name: 'Discard draft' }).click()
    await box.waitFor({ state: 'detached' })
    await edit()
    expect(await box.inputValue()).toBe('As it was')
    // Without changes there is nothing to confirm.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await box.waitFor({ state: 'detached' })
    expect(await question.count()).toBe(0)
  })

  test('cites evidence from the documents about a selected passage in a comment draft', async () => {
    const page = await enter('commenter@example.com')
    const text = page.getByText('Approval is asked for on two conditions').first()
    await text.evaluate((element) => document.getSelection()?.selectAllChildren(element))
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor()
    await page.keyboard.press('e')
    const passages = page
      .getByRole('region', { name: 'Evidence' })
      .getByRole('list', { name: 'Passages from the documents' })
    await passages.getByRole('button', { name: 'Cite in a comment' }).first().click()
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toMatch(/^“.+” \(.+\)$/)
  })

  test('quotes the sentence that answers a question, and says when nothing matches', async () => {
    const page = await enter('viewer@example.com')
    const text = page.getByText('Approval is asked for on two conditions').first()
    await text.evaluate((element) => document.getSelection()?.selectAllChildren(element))
    await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: /Ask/ }).click()
    const panel = page.getByRole('region', { name: 'Ask the documents' })
    const ask = async (question: string) => {
      await panel.getByLabel('Question').fill(question)
      await panel.getByRole('button', { name: 'Search the documents' }).click()
    }
    await panel.getByLabel('Kind').selectOption('Documents only')
    await ask('When were the boilers replaced?')
    const best = panel.getByRole('listitem').first()
    await best.locator('mark').filter({ hasText: 'Boilers were replaced in 2021' }).waitFor()
    expect(await best.getByText(/match, \d+%/).textContent()).toMatch(/^(Strong|Likely) match/)
    expect(await complaints(page)).toEqual([])
    await ask('Who won the chess tournament in Reykjavik?')
    await panel.getByText('No matching passages in this deal’s documents.').waitFor()
  })

  test('rejects a suggestion only after a confirmation, and clears a comment filter without matches', async () => {
    const found = await callAs('owner@example.com', 'GET', `/api/canvas/${deal}`)
    const sections = found['sections'] as { section_key: string; content: string; version: number }[]
    const summary = sections.find(({ section_key }) => section_key === 'executive_summary')
    if (summary === undefined) throw new Error('The demo has no summary')
    const { comment_id } = await callAs('commenter@example.com', 'POST', `/api/canvas/${deal}/comments`, {
      content: 'Shorter',
      comment_type: 'suggestion',
      section_key: summary.section_key,
      anchor_text: summary.content.slice(0, 20),
      anchor: { prefix: '', suffix: summary.content.slice(20, 40) },
      suggestion_metadata: { replacement: 'In short, ', base_version: summary.version },
    })
    const page = await enter('owner@example.com', `${canvas}?comment=${comment_id}`)
    const thread = threadSaying(page, 'Shorter')
    await thread.getByRole('button', { name: 'Reject' }).click()
    const question = page.getByRole('dialog', { name: 'Reject the suggestion by Daniel Reyes?' })
    await question.getByText(/“In short,” is removed from the memo/).waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await thread.getByRole('button', { name: 'Accept' }).waitFor()
    await thread.getByRole('button', { name: 'Reject' }).click()
    await question.getByRole('button', { name: 'Reject suggestion' }).click()
    await thread.getByText('Rejected').waitFor()

    await page.goto(canvas)
    await railOf(page).getByRole('button', { name: 'Search comments' }).click()
    await page.getByLabel('Search comments and replies').fill('zzzz no such word')
    await railOf(page).getByText('No comments match this filter.').waitFor()
    await railOf(page).getByRole('button', { name: 'Clear filter' }).click()
    await railOf(page).getByRole('article').first().waitFor()
  })
})
