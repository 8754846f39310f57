import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const deal = 'demo-riverside'
const path = `/app/canvas/${deal}`
const owner = 'owner@example.com'

inBrowser('sections of the memo', ({ open, signIn, signInElsewhere, callAs }) => {
  const canvas = (rest: string) => `/api/canvas/${deal}${rest}`
  const titles = async (): Promise<string[]> => {
    const { sections } = await callAs(owner, 'GET', canvas(''))
    return (sections as { title: string }[]).map(({ title }) => title)
  }
  const come = async (email: string, options?: BrowserContextOptions): Promise<Page> => {
    const page = await open(path, options)
    await signIn(page, email)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    return page
  }
  const outline = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
  let before: string[]
  beforeEach(async () => {
    before = await titles()
  }, 60_000)

  test('adds a section from a template of the organization at a chosen place, and shows it to others at once', async () => {
    const reader = await come('viewer@example.com')
    const page = await come(owner)
    await page.getByRole('button', { name: 'Add section' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a section' })
    await dialog.getByRole('option', { name: 'ESG screening' }).waitFor({ state: 'attached' })
    await dialog.getByLabel('Begin with').selectOption({ label: 'ESG screening' })
    await dialog.getByRole('region', { name: 'Text to begin with' }).getByText('Climate risk').waitFor()
    await dialog.getByLabel('Place').selectOption({ label: `After ${before[0]}` })
    await expectLightAndDark(page, 'add-section')
    await dialog.getByRole('button', { name: 'Add section' }).click()
    await expectFocus(page.getByRole('heading', { name: 'ESG Screening' }))
    await reader.getByRole('heading', { name: 'ESG Screening' }).waitFor()
    const wanted = [before[0], 'ESG Screening', ...before.slice(1)]
    expect(await titles()).toEqual(wanted)
    expect(await outline(reader).getByRole('link').count()).toBe(wanted.length)
    const links = await outline(reader).getByRole('link').allInnerTexts()
    expect(links[1]).toContain('ESG Screening')
  })

  test('moves, renames, removes and restores sections by keyboard, announces each, and others follow', async () => {
    const [first = '', second = ''] = before
    const reader = await come('viewer@example.com')
    const page = await come(owner)
    await page.getByRole('button', { name: 'Arrange sections' }).click()
    const dialog = page.getByRole('dialog', { name: 'Arrange sections' })
    const said = dialog.getByRole('status')

    const down = dialog.getByRole('button', { name: `Move ${first} down` })
    await down.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await said.getByText(`${first} is now section 2 of ${before.length}`).waitFor()
    await expectFocus(down)
    await reader.getByRole('heading', { level: 2, name: new RegExp(`^1\\s*${second}`) }).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await said.getByText(`${first} is now section 1 of ${before.length}`).waitFor()

    await dialog.getByRole('button', { name: `Rename ${second}` }).press('Enter')
    const field = dialog.getByLabel(`New title of ${second}`)
    await expectFocus(field)
    await field.fill('Second part')
    await page.keyboard.press('Enter')
    await said.getByText('Renamed to Second part').waitFor()

    await dialog.getByRole('button', { name: 'Remove Second part' }).press('Enter')
    await said.getByText(/^Second part removed/).waitFor()
    await expectFocus(dialog.getByRole('list', { name: 'Sections in order' }))
    await reader.getByRole('heading', { level: 2, name: 'Second part' }).waitFor({ state: 'detached' })
    await expectLightAndDark(page, 'arrange-sections')

    await dialog.getByRole('button', { name: 'Restore Second part' }).press('Enter')
    await said.getByText('Second part restored').waitFor()
    await reader.getByRole('heading', { level: 2, name: /^2\s*Second part/ }).waitFor()
    expect(await titles()).toEqual(before.with(1, 'Second part'))
  })

  test('keeps the comments of a removed section in the list of all comments, and says that it was removed', async () => {
    await callAs(owner, 'PUT', canvas('/sections/insurance'), { content: 'Premiums rise.' })
    const said = 'Is the flood policy in place?'
    await callAs(owner, 'POST', canvas('/comments'), { content: said, section_key: 'insurance' })
    const page = await come(owner)
    await page.getByRole('button', { name: 'Arrange sections' }).click()
    const dialog = page.getByRole('dialog', { name: 'Arrange sections' })
    await dialog.getByRole('button', { name: 'Remove Insurance' }).press('Enter')
    await dialog.getByText('1 open comment').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^All/ }).click()
    const thread = page.getByRole('article').filter({ hasText: said })
    await thread.getByText('Removed section').waitFor()
  })

  test('keeps the text of somebody whose section is removed while they write', async () => {
    await callAs(owner, 'PUT', canvas('/sections/taxes'), { content: 'Taxes are stable.' })
    const page = await come('editor@example.com')
    await page.getByRole('button', { name: 'Edit section Taxes' }).click()
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    await page.getByLabel('Text of Taxes').fill('Taxes may rise.')
    await page.getByText('Draft saved on this device').waitFor()
    const { access_token: token } = await (await signInElsewhere(owner, 'node')).json()
    const status = await page.evaluate(
      async ([url = '', bearer = '']) => {
        const headers = { authorization: `Bearer ${bearer}`, 'if-match': '"1"' }
        return (await fetch(url, { method: 'DELETE', headers })).status
      },
      [canvas('/sections/taxes'), token],
    )
    expect(status).toBe(204)
    await page.getByText(/^Taxes was removed while you were editing it/).waitFor()
    await callAs(owner, 'POST', canvas('/sections/taxes/restore'))
    await page.getByText('You have an unsaved draft of this section').waitFor()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await page.getByText('Taxes may rise.').waitFor()
  })

  test('adds and arranges sections on a phone', async () => {
    const page = await come(owner, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: 'Sections' }).first().click()
    await page.getByRole('button', { name: 'Arrange sections' }).click()
    await page
      .getByRole('dialog', { name: 'Arrange sections' })
      .getByRole('button', { name: /^Rename / })
      .first()
      .waitFor()
    await expectLightAndDark(page, 'arrange-sections-phone')
  })

  test('inserts a table and a chart of the model from the slash menu by keyboard, with a preview, and sets a link', async () => {
    await callAs(owner, 'PUT', canvas('/sections/model_notes'), { content: 'The report says so.' })
    const page = await come(owner)
    await page.getByRole('button', { name: 'Edit section Model notes' }).click()
    const text = page.getByRole('textbox', { name: 'Text of Model notes' })
    await expectFocus(text)
    // For a moment after it got the focus, the editor puts the caret back to where it was.
    await expect
      .poll(async () => {
        await text.getByText('The report').dblclick({ position: { x: 2, y: 8 } })
        return page.evaluate(() => String(document.getSelection()).trim())
      })
      .toBe('The')
    await page.keyboard.press('Control+k')
    const link = page.getByRole('dialog', { name: 'Link' })
    await link.getByLabel('Address').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await link.getByText(/^Enter an address/).waitFor()
    await link.getByLabel('Address').fill('https://example.com/report')
    await page.keyboard.press('Enter')
    await link.waitFor({ state: 'detached' })
    await text.getByRole('link', { name: 'The' }).waitFor()

    for (const [words, name] of [
      ['/table of the model', 'Table of the model'],
      ['/chart of the model', 'Chart of the model'],
    ] as const) {
      await expectFocus(text)
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type(words)
      await page.getByRole('option', { name, exact: true }).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByRole('region', { name: 'Preview' }).locator('table, svg').first().waitFor()
      await expectLightAndDark(page, name.replaceAll(' ', '-').toLowerCase())
      await dialog.getByRole('combobox').first().press('Enter')
      await dialog.getByRole('button', { name: 'Insert' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Save section' }).click()
    await text.waitFor({ state: 'detached' })
    const { content } = await callAs(owner, 'GET', canvas('/sections/model_notes'))
    expect(content).toContain('[The](https://example.com/report)')
    expect(content).toContain('"block":"model_table"')
    expect(content).toContain('"block":"chart"')
  })

  test('shows a suggestion word by word, also inside a cell of a table', async () => {
    const table = '| Risk | Plan |\n| --- | --- |\n| Taxes may rise soon | Appeal |'
    await callAs(owner, 'PUT', canvas('/sections/cell_notes'), { content: table })
    const suggestion = await callAs(owner, 'POST', canvas('/comments'), {
      content: 'More exact.',
      section_key: 'cell_notes',
      comment_type: 'suggestion',
      anchor_text: 'Taxes may rise soon',
      suggestion_metadata: { replacement: 'Taxes will rise soon', base_version: 1 },
    })
    const page = await open(`${path}?comment=${suggestion['comment_id']}`)
    await signIn(page, owner)
    const thread = page.getByRole('article').filter({ hasText: 'More exact.' })
    await thread.getByRole('deletion').getByText('may', { exact: true }).waitFor()
    expect(await thread.getByRole('deletion').allInnerTexts()).toEqual(['may'])
    expect(await thread.getByRole('insertion').allInnerTexts()).toEqual(['will'])
    await page.getByRole('figure', { name: 'Table: Risk, Plan' }).waitFor()
    await thread.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('cell', { name: 'Taxes will rise soon', exact: true }).waitFor()
  })
})
