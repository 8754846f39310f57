import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('notifications and command palette', ({ open, signIn, callAs }) => {
  test('delivers a mention live to every tab over one stream, and opens it at its comment', async () => {
    const page = await open('/app/notifications')
    let streams = 0
    page.context().on('request', (request) => {
      if (request.url().endsWith('/notifications/stream')) streams += 1
    })
    await signIn(page, 'editor@example.com')
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    // The documents of the demo are compared in the background, which notifies too.
    const compared = () => callAs('editor@example.com', 'GET', '/api/canvas/demo-helios/reconciliation')
    await expect.poll(async () => (await compared())['status'], { timeout: 60_000 }).toBe('current')
    await page.reload()
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect(await page.title()).toBe('Notifications · Deal Canvas')
    await expect.poll(() => streams).toBeGreaterThan(0)
    streams = 1

    const other = await page.context().newPage()
    await other.goto('/app/account')
    await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    const { id } = await callAs('editor@example.com', 'GET', '/api/auth/me')
    const { comment_id: commentId } = await callAs(
      'commenter@example.com',
      'POST',
      '/api/canvas/demo-riverside/comments',
      { content: 'Can you live with a 1.20x test?', section_key: 'executive_summary', mentioned_user_ids: [id] },
    )
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await expect.poll(() => page.title()).toBe('(1) Notifications · Deal Canvas')
    const first = page.getByRole('region', { name: 'All notifications' }).getByRole('listitem').first()
    await first.getByText('“Can you live with a 1.20x test?”').waitFor()
    await first.getByText('Riverside Apartments, Executive summary. You were mentioned').waitFor()

    // The tab without the stream receives it too, and its popover shows it.
    await other.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const popover = other.getByRole('dialog', { name: 'Notifications' })
    await popover.getByText('“Can you live with a 1.20x test?”').waitFor()
    expect(streams).toBe(1)
    await expectEveryLook(other, 'notifications-popover')
    await popover
      .getByRole('link', { name: /Daniel Reyes mentioned you/ })
      .first()
      .click()
    await expect.poll(() => new URL(other.url()).pathname).toBe('/app/canvas/demo-riverside')
    expect(new URL(other.url()).searchParams.get('comment')).toBe(commentId)

    // Reading it in one tab marks it as read in the other.
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Notifications · Deal Canvas')
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await page.getByText('You are up to date').waitFor()

    // When the tab with the stream closes, the remaining tab takes over.
    await page.close()
    await expect.poll(() => streams).toBe(2)
    await callAs('commenter@example.com', 'POST', '/api/canvas/demo-riverside/comments', {
      content: 'And once more',
      mentioned_user_ids: [id],
    })
    await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  })

  test('marks notifications as read, moves between them and runs commands by keyboard', async () => {
    const page = await open('/app/notifications')
    await signIn(page, 'owner@example.com')
    const list = page.getByRole('region', { name: 'All notifications' })
    await list.getByRole('link').first().waitFor()
    await expectEveryLook(page, 'notifications')
    await list.getByRole('link').first().focus()
    await page.keyboard.press('j')
    await expectFocus(list.getByRole('link').nth(1))
    const before = await list.getByRole('button', { name: /^Mark as read/ }).count()
    await page.keyboard.press('e')
    await expect.poll(() => list.getByRole('button', { name: /^Mark as read/ }).count()).toBe(before - 1)
    await expectFocus(list.getByRole('link').nth(1))

    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search deals, sections, pages and commands' })
    await expectFocus(field)
    await expectEveryLook(page, 'go-to')
    await field.fill('helios')
    await page.getByRole('option', { name: /Helios/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/canvas/demo-helios')
    await page.getByRole('button', { name: 'Deal Helios Field Services' }).waitFor()

    await page.keyboard.press('Control+k')
    await field.fill('dark')
    await page.getByRole('option', { name: 'Dark theme', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.keyboard.press('Control+k')
    await field.fill('nothing is called this')
    await page.getByText('No matches. Try fewer letters').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })
})
