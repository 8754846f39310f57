import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Hovers over a number of the memo after the blocks around it are computed: they move it while they grow. */
export const hoverNumber = async (number: Locator): Promise<void> => {
  await number.waitFor()
  await expect
    .poll(
      async () => {
        await number.scrollIntoViewIfNeeded()
        return number.page().evaluate(
          () =>
            [...document.querySelectorAll('[data-not-yet]')].filter((block) => {
              const { top, bottom } = block.getBoundingClientRect()
              return bottom > 0 && top < innerHeight
            }).length,
        )
      },
      { timeout: 90_000 },
    )
    .toBe(0)
  await number.hover()
}
