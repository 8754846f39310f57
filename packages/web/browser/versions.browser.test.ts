import { beforeAll, expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('versions of the memo', ({ open, signIn, callAs }) => {
  const at = '/api/canvas/demo-riverside'
  const asOwner = (method: string, path: string, body?: unknown) =>
    callAs('owner@example.com', method, `${at}/${path}`, body)
  const write = (content: string) => asOwner('PUT', 'sections/returns_analysis', { content })

  beforeAll(async () => {
    await write(
      'At an exit cap of [[exit_cap_rate_pct]], coverage is comfortable throughout.\n\nThe exit matters most.',
    )
    const { id } = await asOwner('POST', 'scenarios', {
      name: 'Higher exit cap',
      visibility: 'shared',
      overrides: [{ metric_key: 'exit_cap_rate_pct', value: 6 }],
    })
    await asOwner('POST', `scenarios/${id}/present`)
    const kpis = '```dc-block\n{"block":"kpis","metrics":["levered_irr_pct"]}\n```'
    await write(`At an exit cap of [[exit_cap_rate_pct]], coverage is thin.\n\nThe exit matters most.\n\n${kpis}\n`)
  }, 300_000)

  test('opens beside the export, marks removed and added words, and shows numbers as they were', async () => {
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'viewer@example.com')
    await page.getByRole('button', { name: /^Deal Riverside/ }).click()
    await page.getByRole('menuitem', { name: 'Compare versions' }).click()
    await page.getByRole('heading', { name: 'Versions', level: 1 }).waitFor()

    // The newest two: only the text changed.
    const section = page.getByRole('region', { name: 'Returns Analysis' })
    await section.locator('del').first().waitFor()
    expect(await section.locator('del').allInnerTexts()).toEqual([expect.stringContaining('comfortable throughout')])
    const added = await section.locator('ins').allInnerTexts()
    expect(added).toEqual([expect.stringContaining('thin'), expect.stringContaining('Key figures')])
    expect(await section.innerText()).toContain('At an exit cap of 6.00%')
    await page.getByText('No number differs between these versions.').waitFor()

    // The version before the scenario was presented.
    const earlier = page.getByLabel('Earlier version')
    const newest = Number(await page.getByLabel('Later version').inputValue())
    await earlier.selectOption(String(newest - 2))
    const numbers = page.getByRole('complementary', { name: 'Numbers that moved' })
    const exitCap = numbers.getByRole('listitem').filter({ hasText: /^Exit Cap Rate/ })
    await exitCap.waitFor()
    const [, before = '', after = ''] = /(\d+\.\d+%) → (\d+\.\d+%)/.exec(await exitCap.innerText()) ?? []
    expect([before === after, after]).toEqual([false, '6.00%'])
    expect(await section.innerText()).toContain(`At an exit cap of ${before} → ${after}, coverage is`)
    // Not by color alone.
    const lines = (element: string) =>
      section
        .locator(element)
        .last()
        .evaluate((found) => getComputedStyle(found).textDecorationLine)
    expect([await lines('del'), await lines('ins')]).toEqual(['line-through', 'underline'])
    await expectEveryLook(page, 'versions')

    // The address names both versions.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await exitCap.waitFor()
    expect(await earlier.inputValue()).toBe(String(newest - 2))

    // Number changes alone: the section is shown because it cites a number that moved.
    await page.getByLabel('Later version').selectOption(String(newest - 1))
    await section.getByText('Numbers changed').waitFor()
  })
})
