// Fails on every regular expression that can take more than linear time: on untrusted text it would block the event
// loop or the reader's page. One that is safe for another reason is listed in regexes/allowed.json with that reason.
//
//   node scripts/regexes.mjs [--root <folder>]
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectRegexes } from './regexes/collect.mjs'
import { judgeRegexes } from './regexes/judge.mjs'
import { root as here } from './toolchain.mjs'

const { values } = parseArgs({ options: { root: { type: 'string', default: here } } })
const { root } = values

const listed = join(root, 'scripts', 'regexes', 'allowed.json')
const allowed = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : []
const isFor =
  ({ path, text }) =>
  (entry) =>
    entry.path === path && entry.regex === text

const regexes = collectRegexes(root)
// Allowed ones are not analyzed: on a slow machine that would take longer than all the others together.
const open = regexes.filter((regex) => !allowed.some(isFor(regex)))
const known = open.filter(({ source }) => source !== undefined)
const judge = await judgeRegexes(known, join(root, 'node_modules', '.cache', 'deal-canvas', 'regexes.json'))

const problems = open.flatMap((regex) => {
  const problem = regex.source === undefined ? 'is put together while it runs' : judge(regex)
  return problem === null ? [] : [`${regex.path}:${regex.line} ${regex.text.slice(0, 200)} ${problem}`]
})
for (const entry of allowed) {
  const at = `scripts/regexes/allowed.json: ${entry.path} ${entry.regex}`
  if (!regexes.some((regex) => isFor(regex)(entry))) problems.push(`${at} is gone`)
  if (!(entry.reason?.trim().length > 0)) problems.push(`${at} has no reason`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${regexes.length} regular expressions take linear time or are bounded`)
