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
    // For a moment after it got the focus, the editor puts the caret back to where it was.
    await page.waitForTimeout(200)
    return [page, text]
  }
  /** Keys that are pressed faster than anybody can would find the caret where it was before. */
  const toEnd = (page: Page, text: Locator): Promise<void> =>
    expect
      .poll(async () => {
        await page.keyboard.press('Control+End')
        return text.evaluate((element) => {
          const selection = document.getSelection()
          const rest = document.createRange()
          rest.selectNodeContents(element)
          if (selection?.focusNode) rest.setStart(selection.focusNode, selection.focusOffset)
          return rest.toString()
        })
      })
      .toBe('')
  const save = async (page: Page, text: Locator): Promise<void> => {
    await page.keyboard.press('Control+Enter')
    await text.waitFor({ state: 'detached' })
  }

  test('writes headings, lists, marks and numbers by keyboard, and shows them in the saved section', async () => {
    await write('investment_thesis', '* Left as it\n  was  \n* _written_\n\nLast.')
    const [page, text] = await edit('Investment Thesis')
    await toEnd(page, text)
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
    for (const name of ['Link', 'Undo']) {
      await page.keyboard.press('ArrowRight')
      await expectFocus(toolbar.getByRole('button', { name }))
    }
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
    await page.getByText('Draft saved on this device').waitFor()
    await expectLightAndDark(page, 'rich-text')
    await blocks.getByRole('button', { name: 'Remove: Key figures' }).click()
    await blocks.waitFor({ state: 'detached' })
    await expectFocus(text)
    await save(page, text)
    expect(await saved('executive_summary')).toBe('Before.\n\nAfter.')
  })

  test('begins in the text, so that typing at once keeps a block that stands first', async () => {
    await write('exit_analysis', `${block}\n\nText.`)
    const [page, text] = await edit('Exit Analysis')
    await page.keyboard.type('New ')
    await save(page, text)
    expect(await saved('exit_analysis')).toBe(`${block}\n\nNew Text.`)
  })

  test('goes to Markdown and back with the text as it is', async () => {
    await write('risks_mitigants', 'One *thing*.\n\n<b>Kept</b> as it stands.')
    const [page, text] = await edit('Risks & Mitigants')
    await toEnd(page, text)
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

  test('inserts blocks, tables and numbers after a slash, all by keyboard', async () => {
    await write('returns_analysis', 'Returns.')
    const [page, text] = await edit('Returns Analysis')
    const offers = page.getByRole('listbox', { name: 'Insert' })
    await toEnd(page, text)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await offers.getByRole('option', { name: 'Key figures' }).waitFor()
    await page.getByText('Draft saved on this device').waitFor()
    await expectLightAndDark(page, 'rich-text-slash')
    await page.keyboard.type('key')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Key figures' })
    await dialog.getByRole('searchbox', { name: 'Find a metric' }).fill('levered irr')
    await dialog.getByRole('checkbox', { name: 'Levered IRR', exact: true }).press('Space')
    await dialog.getByRole('searchbox', { name: 'Find a metric' }).fill('equity multiple')
    await dialog.getByRole('checkbox', { name: 'Equity Multiple', exact: true }).press('Space')
    await expectLightAndDark(page, 'rich-text-dialog')
    await dialog.getByRole('searchbox').press('Enter')
    await expectFocus(text)
    const figures = text.getByRole('group', { name: 'Key figures' })
    await figures.getByRole('term').filter({ hasText: 'Equity Multiple' }).waitFor()
    await figures.getByText('15.7%').waitFor()
    await page.waitForTimeout(200)

    await page.keyboard.type('/table of text')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Year')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('/net operating')
    await page.getByRole('option', { name: /^Net Operating Income/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' /row')
    await offers.waitFor()
    await page.keyboard.press('Escape')
    await offers.waitFor({ state: 'hidden' })
    for (const _ of ' /row') await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/remove this row')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('/remove this column')
    await page.keyboard.press('Enter')

    await toEnd(page, text)
    await page.keyboard.type('/sensitivity')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Sensitivity table' }).getByRole('button', { name: 'Insert' }).press('Enter')
    await text.getByText('Computed when the section is saved').waitFor()
    await save(page, text)

    const section = page.getByRole('region', { name: /Returns Analysis/ })
    await section.getByLabel(/by exit cap rate and rent growth/i).waitFor()
    expect(await saved('returns_analysis')).toBe(
      [
        'Returns.',
        '```dc-block\n{"block":"kpis","metrics":["levered_irr_pct","equity_multiple"]}\n```',
        '| Year | |\n| - | - |\n| 1 | [[noi]] |',
        '```dc-block\n{"block":"sensitivity","metric":"levered_irr_pct","rows":{"metric":"exit_cap_rate_pct"},"columns":{"metric":"rent_growth_pct"}}\n```',
      ].join('\n\n'),
    )
  })

  const paste = (text: Locator, html: string, plain = ''): Promise<void> =>
    text.evaluate(
      (element, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', data.html)
        clipboardData.setData('text/plain', data.plain)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { html, plain },
    )

  test('pastes a range of a spreadsheet as a table of text without its styles, and its text alone into a cell', async () => {
    await write('financial_analysis', 'Cash flow.')
    const [page, text] = await edit('Financial Analysis')
    await toEnd(page, text)
    await page.keyboard.press('Enter')
    const range = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{font-weight:700;color:red}</style></head>
      <body><table border=0 width=256 style='border-collapse:collapse;width:192pt'><!--StartFragment--><col width=64 style='width:48pt'>
      <tr height=20><td class=xl65 colspan=2 style='height:15pt'>In $000</td><td align=right>2024</td></tr>
      <tr><td rowspan=2>NOI</td><td style='font-weight:700'>Base</td><td align=right style='mso-number-format:"#,##0"'>1,234<br>net</td></tr>
      <tr><td><p>Low</p><p>case</p></td><td align=right>1,100</td></tr><!--EndFragment--></table></body></html>`
    await paste(text, range, 'In $000\t\t2024')
    await text.getByRole('columnheader', { name: 'In $000' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    await expect.poll(() => text.locator('th').first().innerText()).toMatch(/^In \$000\s$/)
    await paste(
      text,
      '<p style="color:red">as</p><p>of <b>May</b></p><img src="https://tracker.example/x.png" alt="x">',
    )
    await save(page, text)
    expect(await saved('financial_analysis')).toBe(
      'Cash flow.\n\n| In $000 as of **May** | | 2024 |\n| - | - | -: |\n| NOI | **Base** | 1,234 net |\n| | Low case | 1,100 |',
    )
  })

  test('pastes a page of Word with its headings, lists and marks, and nothing that acts', async () => {
    await write('financing_structure', 'Loan.')
    const [page, text] = await edit('Financing Structure')
    await toEnd(page, text)
    await page.keyboard.press('Enter')
    const item = (level: number, sign: string, words: string) =>
      `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`
    await paste(
      text,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:blue}</style></head><body lang=EN-US>
      <h1 style='color:#2F5496'>Terms<o:p></o:p></h1><p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>fixed</b> rate, see
      <a href="https://lender.example/terms">the terms</a> <a href="javascript:alert(1)" onclick="alert(1)">here</a>.<o:p></o:p></p>
      ${item(1, '·', 'Five years')}${item(2, '1.', 'then <i>floating</i>')}${item(1, '·', 'No fee')}
      <p class=MsoNormal><script>alert(1)</script>&nbsp;<span style='font-weight:bold'>Last</span> [[dscr]]</p></body></html>`,
    )
    await text.getByRole('listitem').filter({ hasText: 'No fee' }).waitFor()
    await paste(text, '', ' and [[noi]]\nplain *text*')
    await save(page, text)
    expect(await saved('financing_structure')).toBe(
      [
        'Loan.',
        '# Terms',
        'A **fixed** rate, see [the terms](https://lender.example/terms) here.',
        '- Five years\n  1. then _floating_\n- No fee',
        '**Last** \\[\\[dscr]] and [[noi]]',
        'plain \\*text\\*',
      ].join('\n\n'),
    )
  })
})
