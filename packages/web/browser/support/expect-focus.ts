import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Polls, because the focus moves slightly after the content is shown. */
export const expectFocus = (place: Locator): Promise<void> =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
