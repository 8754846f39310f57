import { existsSync } from 'node:fs'

const { CHROMIUM = '/usr/bin/chromium', CI, REQUIRE_ALL } = process.env

/** The system's Chromium, if there is one. */
export const chromiumPath: string | undefined = existsSync(CHROMIUM) ? CHROMIUM : undefined

if (chromiumPath === undefined) {
  const reason = `No Chromium at ${CHROMIUM}: set CHROMIUM to its path.`
  if (CI || REQUIRE_ALL === '1') throw new Error(reason)
  process.stderr.write(`\nBROWSER TESTS SKIPPED. ${reason}\n\n`)
}
