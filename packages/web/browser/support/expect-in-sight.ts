import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Expects the whole element to be within the viewport, without scrolling to it. */
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
