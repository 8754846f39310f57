import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('search', ({ open, signIn, callAs }) => {
  test('lists a metric on every deal with Ctrl K, and opens it there', async () => {
    const page = await open('/app/')
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', { name: /^Go to/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('IRR')
    const numbers = page.getByRole('group', { name: 'Numbers' })
    await numbers.getByRole('option').nth(1).waitFor()
    const deals = await numbers.getByRole('option').allInnerTexts()
    expect(new Set(deals.map((text) => text.split('\n').at(-1))).size).toBeGreaterThan(1)
    expect(deals.every((text) => /IRR/i.test(text) && /\d/.test(text))).toBe(true)
    await expectEveryLook(page, 'search-palette')
    await numbers.getByRole('option').first().click()
    await expect.poll(() => page.url()).toMatch(/\/app\/canvas\/[^/]+(\/numbers\?metric=|\?whatIf=)\w*irr/)
  })

  test('shows all results with marked words, filtered by kind, and opens a comment at its place', async () => {
    const { comment_id: commentId } = await callAs(
      'commenter@example.com',
      'POST',
      '/api/canvas/demo-riverside/comments',
      { content: 'The pademelon clause is missing from the lease abstract.', section_key: 'executive_summary' },
    )
    const page = await open('/app/')
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', { name: /^Go to/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('pademelon')
    await page.getByRole('group', { name: 'Comments' }).getByRole('option').waitFor()
    // The hit comes first; the way to all of them is the last option.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/search')
    const found = page.getByRole('region', { name: 'Comments' })
    await expect.poll(() => found.locator('mark').allInnerTexts()).toEqual(['pademelon'])
    expect(await page.title()).toMatch(/Search · Deal Canvas$/)
    await expectEveryLook(page, 'search')
    await page.getByRole('button', { name: 'Comments 1' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('comment')
    await found.getByRole('link').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('comment')).toBe(commentId)
    await page.getByText('The pademelon clause is missing from the lease abstract.').first().waitFor()
  })

  test('finds nothing of a deal for a member who was removed from it', async () => {
    const { id } = await callAs('viewer@example.com', 'GET', '/api/auth/me')
    const members = `/api/canvas/demo-riverside/members/${id}`
    await callAs('owner@example.com', 'POST', '/api/canvas/demo-riverside/comments', { content: 'A dunnart remark.' })
    const page = await open('/app/search?q=dunnart')
    await signIn(page, 'viewer@example.com')
    await page.getByRole('region', { name: 'Comments' }).getByRole('link').waitFor()
    await callAs('owner@example.com', 'DELETE', members)
    await page.reload()
    await page.getByText('Nothing found for “dunnart”', { exact: false }).waitFor()
  })
})
