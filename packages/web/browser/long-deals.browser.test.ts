import { expect, test } from 'vitest'
import { inBrowser } from './support/in-browser.ts'

const owner = 'owner@example.com'

inBrowser('deal with a long memo and a long thread', ({ open, signIn, callAs }) => {
  test('loads sections that did not fit into the first response, and earlier replies on demand', async () => {
    const { deal_id: deal } = await callAs(owner, 'POST', '/api/deals', { name: 'Long deal' })
    const line = 'Rents grow by three per cent a year. '.repeat(2_600)
    for (let nth = 1; nth <= 7; nth += 1) {
      await callAs(owner, 'PUT', `/api/canvas/${deal}/sections/part_${nth}`, {
        content: `${line}\n\nEnd of part ${nth}.`,
      })
    }
    const { comment_id: comment } = await callAs(owner, 'POST', `/api/canvas/${deal}/comments`, {
      content: 'A long thread',
    })
    for (let nth = 1; nth <= 52; nth += 1) {
      await callAs(owner, 'POST', `/api/canvas/${deal}/comments/${comment}/replies`, {
        content: `Reply number ${nth}.`,
      })
    }

    const page = await open(`/app/canvas/${deal}?comment=${comment}`)
    await signIn(page, owner)
    await page.getByText('End of part 1.').waitFor()
    await page.getByText('End of part 7.').waitFor()
    expect(await page.getByText('Loading the rest of this section').count()).toBe(0)
    await page.getByRole('button', { name: 'Edit section Part 7' }).waitFor()

    await page.getByText('Reply number 52.', { exact: true }).waitFor()
    expect(await page.getByText('Reply number 2.', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show 2 earlier replies' }).click()
    await page.getByText('Reply number 1.', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /earlier repl/ }).count()).toBe(0)
  })
})
