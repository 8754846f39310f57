import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Expects the whole of it to be within the window; nothing is scrolled for that. */
export const expectInSight = async (wanted: Locator): Promise<void> => {
  await wanted.waitFor({ state: 'attached' })
  await expect
    .poll(() =>
      wanted.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
}
