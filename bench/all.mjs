// Every claim of the design beside its peer, or beside itself when there was less, in one run: the benches one after
// another, each in a process of its own, so that none disturbs the next. They print as they go.
//
//   npm run bench -- [--only edits,users] [--quick]
//
// name        minutes  what is compared
// what-if           3  one input changed, twenty results read: ours, HyperFormula, IronCalc
// simulation        2  ten thousand simulations in one thread and in two, beside what was aimed for
// formulas          4  opening models of 2,000 to 100,000 formulas: time, memory and what-ifs for each size
// oracle           20  every cell of other people's workbooks after a change: ours and LibreOffice
// edits             6  an edit through the whole service, bare Fastify + pg, bare FastAPI + asyncpg
// comments         15  15 operations with 1,000 and 1,000,000 comments, 5,000 and 5,000,000 notifications
// users             5  searches over 1,000 and 1,000,000 users
// ripple            2  what-ifs through the service on 20,000 formulas, and whether it answers others meanwhile
// scroll            2  a memo of 60 sections with 2,000 comments read in Chromium: what holds the page up
// huge-deal         1  the largest deal there can be, read by 20 at once: memory of the node, size of answers
// evidence          1  the passage that answers a question among the first five: words, nearness, both
//
// With --quick all are small, to see that they run: their figures then mean nothing. PostgreSQL must answer on this
// machine for edits, comments, users and scroll, and Chromium must be there for scroll. The peers come with the
// workspace of the benches, or are installed by the bench that needs them: the product has none of them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const benches = {
  'what-if': { file: 'engine/what-if.mjs', quick: '--seconds 0.2 --rounds 1' },
  simulation: { file: 'engine/simulation.mjs', quick: '--samples 1000 --rounds 1' },
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
