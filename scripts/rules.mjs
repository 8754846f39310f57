// Fails when no test title quotes the id of a rule in docs/RULES.md, when a title quotes an id that is not listed,
// or when an id is listed twice.
//
//   node scripts/rules.mjs [--root <folder>]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root as here } from './toolchain.mjs'

const { values } = parseArgs({ options: { root: { type: 'string', default: here } } })
const read = (path) => readFileSync(join(values.root, path), 'utf8')
const skipped = new Set(['node_modules', 'dist'])

const testsIn = (folder) =>
  readdirSync(join(values.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsIn(path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })

/** Ids in brackets at the end of a string followed by a function or options: the title of a test that runs. */
const quotes = /\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]['"`],\s*(?:async\b|\(|\{)/g

const listed = [...read(join('docs', 'RULES.md')).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id]) => id)
const rules = new Set(listed)
const quoted = ['packages', 'tests']
  .flatMap(testsIn)
  .flatMap((path) => [...read(path).matchAll(quotes)].flatMap(([, ids]) => ids.split(', ').map((id) => ({ id, path }))))
const tested = new Set(quoted.map(({ id }) => id))

const problems = [
  ...listed.filter((id, n) => listed.indexOf(id) < n).map((id) => `docs/RULES.md lists ${id} twice`),
  ...[...rules].filter((id) => !tested.has(id)).map((id) => `No test title quotes ${id}`),
  ...quoted
    .filter(({ id }) => !rules.has(id))
    .map(({ id, path }) => `${path} quotes ${id}, which docs/RULES.md does not list`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${rules.size} rules, each with a test`)
