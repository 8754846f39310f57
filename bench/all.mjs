// Measures every performance claim in one run, against a competing implementation or against the same service with less
// data. The benches run one after another, each in its own process so that none disturbs the next, and print as they
// go.
//
//   npm run bench -- [--only edits,users] [--quick]
//
// name        minutes  what is compared
// what-if           3  one input changed, twenty results read: ours, HyperFormula, IronCalc
// simulation        2  a simulation of ten thousand trials in one thread and in two, compared with its target
// tables            1  a table of 21 x 21 values of two inputs: ours, HyperFormula
// formulas          4  opening models of 2,000 to 100,000 formulas: time, memory and what-ifs for each size
// oracle           20  every cell of third-party workbooks after a change: ours and LibreOffice
// edits             6  an edit through the whole service, bare Fastify + pg, bare FastAPI + asyncpg
// comments         15  15 operations with 1,000 and 1,000,000 comments, 5,000 and 5,000,000 notifications
// users             5  searches over 1,000 and 1,000,000 users
// ripple            2  what-ifs through the service on 20,000 formulas, and its response times meanwhile
// scroll            2  scrolling a memo of 60 sections with 2,000 comments in Chromium: long tasks
// huge-deal         1  the largest possible deal, read by 20 clients at once: node memory, response sizes
// evidence          1  answering passage among the top five: full-text search, vector similarity, both
//
// With --quick all benches run on small inputs, to verify that they work; their numbers then mean nothing. Edits,
// comments, users and scroll need a local PostgreSQL server, and scroll needs Chromium. The competing implementations
// come with the bench workspace or are installed by the bench that needs them; the product does not depend on them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const benches = {
  'what-if': { file: 'engine/what-if.mjs', quick: '--seconds 0.2 --rounds 1' },
  simulation: { file: 'engine/simulation.mjs', quick: '--samples 1000 --rounds 1' },
  tables: { file: 'engine/two-way-table.mjs', quick: '--size 3 --rounds 1' },
  formulas: { file: 'engine/growth.mjs', quick: '--sizes 2000,5000' },
  oracle: { file: 'engine/oracle.mjs', quick: '--inputs 1 --folders models --max-kb 100' },
  edits: { file: 'edit-throughput.mjs', quick: '--seconds 1 --rounds 1' },
  comments: { file: 'growth.mjs', quick: '--comments 160000 --notifications 1000000 --calls 5' },
  users: { file: 'user-search.mjs', quick: '--users 20000 --rounds 3' },
  ripple: { file: 'ripple.mjs', quick: '--formulas 2000 --rounds 2 --samples 1000 --looked 500' },
  scroll: { file: 'scroll.mjs', quick: '--sections 30 --comments 100' },
  'huge-deal': { file: 'huge-deal.mjs', quick: '--seconds 1 --sections 50 --threads 5' },
  evidence: { file: 'evidence.mjs', quick: '' },
}
const names = Object.keys(benches)

const { values } = parseArgs({
  options: { only: { type: 'string', default: names.join(',') }, quick: { type: 'boolean', default: false } },
})
const chosen = values.only.split(',')
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}; there are ${names.join(', ')}`)

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
if (!existsSync(here('../packages/server/dist/main.js')))
  throw new Error('The service is not built. Run npm run build.')

const results = []
for (const name of chosen) {
  const { file, quick } = benches[name]
  console.log(`\n== ${name}\n`)
  const begun = performance.now()
  const args = values.quick ? quick.split(' ').filter((arg) => arg !== '') : []
  const { status, signal } = spawnSync(process.execPath, [here(file), ...args], { stdio: 'inherit' })
  results.push({ name, minutes: (performance.now() - begun) / 60_000, ended: signal ?? status })
}

console.log('\n| bench | minutes | |\n|---|---|---|')
for (const { name, minutes, ended } of results)
  console.log(`| ${name} | ${minutes.toFixed(1)} | ${ended === 0 ? 'ran' : `**ended with ${ended}**`} |`)
process.exitCode = results.every(({ ended }) => ended === 0) ? 0 : 1
