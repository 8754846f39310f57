import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { complaints, shot } from './appearance.ts'

/** Checks the page at its current size in light and dark mode: no axe violations, no overflow; takes screenshots. */
export const expectLightAndDark = async (page: Page, name: string, fullPage = false): Promise<void> => {
  const { width = 0 } = page.viewportSize() ?? {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await shot(page, `${name}-${width}-${colorScheme}`, fullPage)
    expect(
      await complaints(page, colorScheme === 'light' ? 'all' : 'colors'),
      `${name}, ${width} px, ${colorScheme}`,
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Checks a page in light and dark mode, wide and narrow. */
export const expectEveryLook = async (page: Page, name: string): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width < 720 ? 844 : 900 })
    await expectLightAndDark(page, name)
  }
}
