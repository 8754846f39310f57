// Tests the guarantees of the service: faults, access, hostile input, streams and load on this machine, over loopback.
// Writes a report, as Markdown for people and as JSON for programs; fails if a guarantee was violated.
//
//   npm run prove -- [--only kills,access] [--quick] [--seed 13] [--report docs/measurements/proof]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { machineFacts } from './src/machine-facts.mjs'
import { markdownOf } from './src/markdown.mjs'

const parts = [
  'kills',
  'store-restarts',
  'network-faults',
  'access',
  'hostile-input',
  'hostile-frames',
  'streams',
  'load',
  'neighbors',
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join(',') },
    quick: { type: 'boolean', default: false },
    report: { type: 'string' },
    seed: { type: 'string' },
  },
})
const chosen = values.only.split(',')
const unknown = chosen.filter((name) => !parts.includes(name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}`)

const facts = await machineFacts()
const results = []

/** Written after each part, so that results are not lost if a later part aborts the run. */
const writeReport = async () => {
  const report = { command: `npm run prove -- ${process.argv.slice(2).join(' ')}`, facts, results }
  await writeFile(`${values.report}.json`, `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(`${values.report}.md`, markdownOf(report))
}

/** A part that ends in an error has proved nothing. */
const brokenOff = (error) => {
  console.error(error)
  const found = String(error.message).split('\n')[0]
  return { rows: [{ what: 'the part ran to its end', asked: 'yes', found, held: false }], notes: [] }
}

for (const name of chosen) {
  const { title, prove } = await import(`./src/${name}.mjs`)
  console.log(`\n== ${title}`)
  const begun = performance.now()
  const { rows, notes } = await prove({
    quick: values.quick,
    say: (line) => console.log(`   ${line}`),
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  }).catch(brokenOff)
  const seconds = Math.round((performance.now() - begun) / 1000)
  results.push({ part: name, title, seconds, rows, notes })
  for (const { what, asked, found, held } of rows)
    console.log(`${held ? 'held  ' : 'FAILED'} ${what}: ${found} (asked ${asked})`)
  for (const note of notes) console.log(`       ${note}`)
  if (values.report !== undefined) await writeReport()
}

const failed = results.flatMap(({ rows }) => rows).filter(({ held }) => !held)
console.log(`\n${failed.length === 0 ? 'Everything held' : `${failed.length} not held`}`)
process.exit(failed.length === 0 ? 0 : 1)
