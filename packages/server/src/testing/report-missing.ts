import { test } from 'vitest'

/** Stands for a suite that cannot run here: seen in the list, and a failure where everything is required. */
export const reportMissing = (what: string, why: string): void => {
  const name = `${what}: NOT TESTED, ${why}`
  if (process.env['REQUIRE_ALL'] !== '1') test.skip(name)
  else
    test(name, () => {
      throw new Error(why)
    })
}
