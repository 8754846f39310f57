// Runs the tests, then prints a one-line summary and lists skipped tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from './toolchain.mjs'

prepare()

const report = join(root, 'test-output', 'report.json')
mkdirSync(join(root, 'test-output'), { recursive: true })
rmSync(report, { force: true })
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const args = ['run', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit' })

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
const skipped = testResults.flatMap(({ assertionResults }) =>
  assertionResults.filter((result) => result.status === 'skipped' || result.status === 'pending'),
)
if (skipped.length > 0) {
  console.warn(`\nSKIPPED, so this run says nothing about:`)
  for (const { fullName } of skipped) console.warn(`  ${fullName}`)
}
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
process.exit(status ?? 1)
