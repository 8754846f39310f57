import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const block = '```dc-block\n{"block":"kpis","metrics":["levered_irr_pct","dscr"]}\n```'

inBrowser('writing a section', ({ open, signIn, callAs }) => {
  const write = (key: string, content: string) =>
    callAs('owner@example.com', 'PUT', `/api/canvas/${deal}/sections/${key}`, { content })
  const saved = async (key: string): Promise<string> => {
    const section = await callAs('owner@example.com', 'GET', `/api/canvas/${deal}/sections/${key}`)
    return String(section['content'])
  }
  const edit = async (title: string, options?: BrowserContextOptions): Promise<[Page, Locator]> => {
    const page = await open(`/app/canvas/${deal}`, options)
    await signIn(page, 'owner@example.com')
    await page.getByRole('button', { name: `Edit section ${title}` }).click()
    const text = page.getByRole('textbox', { name: `Text of ${title}` })
    await expectFocus(text)
    return [page, text]
  }
  const save = async (page: Page, text: Locator): Promise<void> => {
    await page.keyboard.press('Control+Enter')
    await text.waitFor({ state: 'detached' })
  }

  test('writes headings, lists, marks and numbers by keyboard, and shows them in the saved section', async () => {
    await write('investment_thesis', '* Left as it\n  was  \n* _written_\n\nLast.')
    const [page, text] = await edit('Investment Thesis')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('# Debt')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Covered')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' at [[dsc')
    await page.getByRole('option', { name: /Debt Service Coverage/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and more.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- One')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Two')
    await page.keyboard.press('Control+]')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('A *star* stays a star.')
    await text.getByText('Debt Service Coverage').waitFor()
    await save(page, text)

    const section = page.getByRole('region', { name: /Investment Thesis/ })
    await section.getByRole('heading', { name: 'Debt' }).waitFor()
    await section.getByText(/Covered at 1\.\d\dx and more\./).waitFor()
    expect(await saved('investment_thesis')).toBe(
      '* Left as it\n  was  \n* _written_\n\nLast.\n\n# Debt\n\n**Covered** at [[dscr]] and more.\n\n- One\n  - Two\n\nA \\*star\\* stays a star.',
    )
  })

  test('formats with the toolbar, reached by Tab and moved in with the arrow keys, and undoes', async () => {
    await write('recommendation', 'Approve it.')
    const [page, text] = await edit('Recommendation')
    await page.keyboard.press('Shift+Tab')
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
    await expectFocus(toolbar.getByRole('button', { name: 'Bold' }))
    for (const name of ['Italic', 'Heading', 'Bulleted list', 'Numbered list', 'Quote']) {
      await page.keyboard.press('ArrowRight')
      await expectFocus(toolbar.getByRole('button', { name }))
    }
    await page.keyboard.press('Enter')
    await text.locator('blockquote').getByText('Approve it.').waitFor()
    expect(await toolbar.getByRole('button', { name: 'Quote' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await text.locator('blockquote').waitFor({ state: 'detached' })
    await page.getByText('No changes yet').waitFor()
    await page.keyboard.press('Tab')
    await expectFocus(text)
    await page.keyboard.press('Control+a')
    await toolbar.getByRole('button', { name: 'Numbered list' }).click()
    await save(page, text)
    expect(await saved('recommendation')).toBe('1. Approve it.')
  })

  test('shows the blocks of a section while it is written, and removes one by keyboard or by its button', async () => {
    await write('executive_summary', `Before.\n\n${block}\n\n${block.replace('dscr', 'equity_multiple')}\n\nAfter.`)
    const [page, text] = await edit('Executive Summary')
    const blocks = text.getByRole('group', { name: 'Key figures' })
    await blocks.getByRole('term').filter({ hasText: 'Equity Multiple' }).waitFor()
    expect(await blocks.count()).toBe(2)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await blocks.nth(1).waitFor({ state: 'detached' })
    await blocks.getByRole('term').filter({ hasText: 'Equity Multiple' }).waitFor()
    await expectLightAndDark(page, 'rich-text')
    await blocks.getByRole('button', { name: 'Remove: Key figures' }).click()
    await blocks.waitFor({ state: 'detached' })
    await expectFocus(text)
    await save(page, text)
    expect(await saved('executive_summary')).toBe('Before.\n\nAfter.')
  })

  test('goes to Markdown and back with the text as it is', async () => {
    await write('risks_mitigants', 'One *thing*.\n\n<b>Kept</b> as it stands.')
    const [page, text] = await edit('Risks & Mitigants')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Added.')
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    const source = page.getByRole('combobox', { name: 'Text of Risks & Mitigants' })
    expect(await source.inputValue()).toBe('One *thing*.\n\n<b>Kept</b> as it stands. Added.')
    await source.press('Control+End')
    await source.pressSequentially(' **Twice.**')
    await page.getByRole('button', { name: 'Write', exact: true }).click()
    await text.locator('strong').getByText('Twice.').waitFor()
    await save(page, text)
    expect(await saved('risks_mitigants')).toBe('One *thing*.\n\n<b>Kept</b> as it stands. Added. **Twice.**')
  })

  test('works on a phone with touch targets of 44 px', async () => {
    await write('recommendation', `| Year | Cash flow |\n|---|--:|\n| 1 | [[noi]] |\n\n${block}`)
    const [page, text] = await edit('Recommendation', phone)
    await text.getByRole('group', { name: 'Key figures' }).getByRole('term').first().waitFor()
    await expectLightAndDark(page, 'rich-text-phone')
    const small = await smallTargets(page)
    expect(small.filter((target) => /toolbar|Remove|aria-keyshortcuts/.test(target))).toEqual([])
    await text.getByText('Year').tap()
    await page.keyboard.type('The ')
    await page.getByRole('button', { name: 'Save section' }).tap()
    await text.waitFor({ state: 'detached' })
    expect(await saved('recommendation')).toContain('| 1 | [[noi]] |')
  })
})
