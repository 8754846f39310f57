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

    // Side by side, each number as it was in its version.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Side by side' }).click()
    const side = (version: number) => section.getByRole('article', { name: `Version ${version}`, exact: true })
    expect(await side(newest - 2).innerText()).toContain(`At an exit cap of ${before}, coverage is`)
    const removed = side(newest - 2).locator('del')
    expect(await removed.first().innerText()).toContain('comfortable throughout')
    expect(await side(newest).innerText()).toContain('At an exit cap of 6.00%, coverage is')
    expect(await side(newest).locator('ins').first().innerText()).toContain('thin')
    expect(await side(newest).locator('del').count()).toBe(0)
    await expectEveryLook(page, 'versions-side-by-side')
    expect(await page.getByRole('button', { name: /^Restore as/ }).count()).toBe(0)

    // The address names both versions.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await exitCap.waitFor()
    expect(await earlier.inputValue()).toBe(String(newest - 2))

    // Number changes alone: the section is shown because it cites a number that moved.
    await page.getByLabel('Later version').selectOption(String(newest - 1))
    await section.getByText('Numbers changed').waitFor()
  })

  test('an editor restores a section as it was, as a new version', async () => {
    const listed = async () => (await asOwner('GET', 'memo/versions'))['versions'] as { version: number }[]
    const newest = (await listed())[0]?.version ?? 0
    const page = await open(`/app/canvas/demo-riverside/versions?from=${newest - 2}&to=${newest}`)
    await signIn(page, 'owner@example.com')
    const section = page.getByRole('region', { name: 'Returns Analysis' })
    await section.getByRole('button', { name: `Restore as in version ${newest - 2}` }).click()
    await section.getByText('Restored as a new version').waitFor()
    const restored = await asOwner('GET', 'sections/returns_analysis')
    expect(restored['content']).toBe(
      'At an exit cap of [[exit_cap_rate_pct]], coverage is comfortable throughout.\n\nThe exit matters most.',
    )
    expect((await listed())[0]?.version).toBe(newest + 1)
  })
})
