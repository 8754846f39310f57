import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = '/app/canvas/demo-riverside'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A calendar day in UTC, so many days from today. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const requestsOf = (page: Page): Locator => page.getByRole('region', { name: 'Requests', exact: true })

inBrowser('requests', ({ open, signIn, callAs }) => {
  const enter = async (email: string, path: string, options = {}): Promise<Page> => {
    const page = await open(path, options)
    await signIn(page, email)
    return page
  }
  const commentId = async (words: string): Promise<string> => {
    const { comments } = (await callAs(
      'owner@example.com',
      'GET',
      '/api/canvas/demo-riverside/comments?limit=100',
    )) as {
      comments: { comment_id: string; content: string }[]
    }
    return comments.find(({ content }) => content.includes(words))?.comment_id ?? ''
  }

  test('lets one member ask another from a comment, who sees it waiting, opens its source and finishes it', async () => {
    const id = await commentId('The last three sales nearby')
    const owner = await enter('owner@example.com', `${deal}?comment=${id}`)
    const thread = owner.getByRole('article').filter({ hasText: 'The last three sales nearby' })
    await thread
      .getByRole('button', { name: /^More about the comment/ })
      .first()
      .click()
    await owner.getByRole('menuitem', { name: 'Ask somebody' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Make a request' })
    await dialog.getByLabel('What is needed').fill('')
    await dialog.getByRole('button', { name: 'Make request' }).click()
    await dialog.getByText('State what is needed.').waitFor()
    await dialog.getByLabel('What is needed').fill('Find three sales of renovated communities')
    await dialog.getByLabel('Assignee').selectOption({ label: 'Daniel Reyes' })
    await dialog.getByLabel('Due').fill(dayIn(7))
    expect(await complaints(owner)).toEqual([])
    await shot(owner, 'requests-dialog')
    await dialog.getByRole('button', { name: 'Make request' }).click()
    await dialog.waitFor({ state: 'detached' })

    const commenter = await enter('commenter@example.com', '/app/')
    await commenter.getByRole('link', { name: 'My requests' }).click()
    const row = commenter.getByRole('row', { name: /Find three sales/ })
    await row.getByText('From Maya Okafor').waitFor()
    expect(await complaints(commenter)).toEqual([])
    await shot(commenter, 'requests-mine')
    await row.getByRole('link', { name: 'Comment', exact: true }).click()
    await commenter.getByRole('article').filter({ hasText: 'The last three sales nearby' }).waitFor()
    await commenter.goto('/app/requests')

    await owner.goto(`${deal}/committee#requests`)
    const listed = requestsOf(owner).getByRole('row', { name: /Find three sales/ })
    await listed.getByRole('cell', { name: 'Daniel Reyes', exact: true }).waitFor()
    await row.getByRole('button', { name: /^Mark as done: Find three sales/ }).click()
    await row.waitFor({ state: 'detached' })
    // The live channel brings it to the other person.
    await listed.waitFor({ state: 'detached' })
    await requestsOf(owner).getByRole('button', { name: 'All', exact: true }).click()
    await listed.getByText('Done', { exact: true }).waitFor()
    await shot(owner, 'requests-card', true)
  })

  test('lets a request be made alone, assigned to somebody else, and shows an assignee who left the deal', async () => {
    const owner = await enter('owner@example.com', `${deal}/committee`)
    await requestsOf(owner).getByRole('button', { name: 'New request' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Make a request' })
    await dialog.getByLabel('What is needed').fill('Survey of the flood plain')
    await dialog.getByLabel('Assignee').selectOption({ label: 'Hannah Weiss' })
    await dialog.getByRole('button', { name: 'Make request' }).click()
    const row = requestsOf(owner).getByRole('row', { name: /Survey of the flood plain/ })
    await row.getByRole('cell', { name: 'Hannah Weiss', exact: true }).waitFor()
    const { members } = (await callAs('owner@example.com', 'GET', '/api/canvas/demo-riverside/members')) as {
      members: { user_id: string; display_name: string }[]
    }
    const hannah = members.find(({ display_name }) => display_name === 'Hannah Weiss')?.user_id
    await callAs('owner@example.com', 'DELETE', `/api/canvas/demo-riverside/members/${hannah}`)
    await row.getByRole('cell', { name: 'Hannah Weiss No longer on the deal' }).waitFor()
    await row.getByRole('button', { name: /^Edit request: Survey/ }).click()
    const edited = owner.getByRole('dialog', { name: 'Edit request' })
    await edited.getByLabel('Assignee').selectOption({ label: 'Priya Nair' })
    await edited.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('cell', { name: 'Priya Nair', exact: true }).waitFor()
  })

  test('lets an editor dismiss a finding with a reason, ask about it, open it again, and follow the request to it', async () => {
    const editor = await enter('editor@example.com', `${deal}/quality`)
    const finding = editor.locator('li[id^="finding-"]').first()
    await finding.getByRole('button', { name: /^Settle: / }).click()
    const dialog = editor.getByRole('dialog', { name: /^Settle: / })
    await dialog.getByLabel('Settlement').selectOption('dismissed')
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await dialog.getByText(/^Enter a reason/).waitFor()
    await dialog.getByLabel('Reason').fill('Agreed with the lender')
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await finding.getByText('Dismissed').waitFor()
    await finding.getByText(/Agreed with the lender/).waitFor()
    await finding.getByRole('button', { name: /^Open again: / }).click()
    await finding.getByText('Dismissed').waitFor({ state: 'detached' })

    await finding.getByRole('button', { name: /^Make a request of / }).click()
    const asked = editor.getByRole('dialog', { name: 'Make a request' })
    await asked.getByRole('button', { name: 'Make request' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await complaints(editor)).toEqual([])
    await shot(editor, 'requests-quality', true)
    await editor.goto(`${deal}/committee`)
    await requestsOf(editor).getByRole('link', { name: 'Finding', exact: true }).click()
    await editor.waitForURL(/\/quality#finding-/)
    await expect.poll(() => editor.evaluate(() => document.activeElement?.id.startsWith('finding-'))).toBe(true)
  })

  test('fits a phone in light and dark, with targets that can be pressed', async () => {
    const page = await enter('owner@example.com', `${deal}/committee#requests`, phone)
    await requestsOf(page).getByText('Get the roof report from the seller').waitFor()
    const mine = await enter('editor@example.com', '/app/requests', phone)
    await mine.getByText('Get the roof report from the seller').waitFor()
    for (const [shown, name] of [
      [page, 'requests-card-390'],
      [mine, 'requests-mine-390'],
    ] as const) {
      expect(await complaints(shown)).toEqual([])
      expect(await smallTargets(shown)).toEqual([])
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await shot(shown, name, true)
      await shown.emulateMedia({ colorScheme: 'dark' })
      expect(await complaints(shown, 'colors')).toEqual([])
      await shot(shown, `${name}-dark`, true)
    }
  })
})
