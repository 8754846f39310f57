import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { complaints, shot } from './appearance.ts'

const widths = [1440, 390] as const
const schemes = ['light', 'dark'] as const

/** One page in light and dark, wide and narrow: axe has no complaint, nothing is wider than the page, a picture is kept. */
export const expectEveryLook = async (page: Page, name: string): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 720 ? 844 : 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await shot(page, `${name}-${width}-${colorScheme}`)
      expect(await complaints(page), `${name}, ${width} px, ${colorScheme}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}
