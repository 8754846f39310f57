import { test } from 'vitest'

/** Reports a suite that cannot run here as skipped, or as failed if everything is required. */
export const reportMissing = (what: string, why: string): void => {
  const name = `${what}: NOT TESTED, ${why}`
  if (process.env['REQUIRE_ALL'] !== '1') test.skip(name)
  else
    test(name, () => {
      throw new Error(why)
    })
}
