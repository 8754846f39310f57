import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Focus follows what is shown by a moment. */
export const expectFocus = (place: Locator): Promise<void> =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
