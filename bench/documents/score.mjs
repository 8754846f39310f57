// Prints precision and recall of the facts and contradictions that are read from the documents in corpus/. Beside each
// document lies a JSON file with the numbers of a model, the facts that the document states, and the contradictions
// planted in it. The first half was written before the extraction; the second half afterwards, and the third part
// after the changes that followed from the second. Both were scored before any change was made with them at hand. The
// fourth part was written by someone who had read neither the extraction nor, apart from one letter, the other parts.
//
//   node bench/documents/score.mjs [--half first|…|sixth]… [--show]
//
// Facts with "optional" count neither as missed nor as wrong. Named terms, which the metric catalog does not have, count
// for recall only, because the lists do not name all of them.
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { extractFacts } from '@deal-canvas/facts'
import { parse } from 'csv-parse/sync'
import { documentsOf, parts, scoreFacts, share, summaryOf } from './scoring.mjs'

const { values } = parseArgs({
  options: { half: { type: 'string', multiple: true, default: parts }, show: { type: 'boolean', default: false } },
})

const readDocument = (path) => {
  const text = readFileSync(path, 'utf8')
  if (extname(path) !== '.csv') return { kind: 'text', title: null, pages: [{ page: 1, text }] }
  const rows = parse(text, { relax_column_count: true })
  return { kind: 'sheets', title: null, sheets: [{ name: basename(path, '.csv'), rows }] }
}

const scoreTables = (expected = [], tables) =>
  expected.flatMap(({ kind, rows, flags }) => {
    const table = tables.find((item) => item.kind === kind)
    if (table === undefined) return [`no ${kind}`]
    const list = table.units ?? table.holders ?? table.customers ?? table.leases ?? table.lines
    const counted = {}
    for (const { code } of table.flags) counted[code] = (counted[code] ?? 0) + 1
    return [
      ...(rows === undefined || list.length === rows ? [] : [`${kind}: ${list.length} rows instead of ${rows}`]),
      ...(flags === undefined ||
      JSON.stringify(Object.entries(flags).sort()) === JSON.stringify(Object.entries(counted).sort())
        ? []
        : [`${kind}: flags ${JSON.stringify(counted)} instead of ${JSON.stringify(flags)}`]),
    ]
  })

const scoreDocument = ({ file, path, expected }) => {
  const { facts, tables } = extractFacts(readDocument(path), { dealType: expected.dealType })
  return { file, ...scoreFacts(expected, facts), problems: scoreTables(expected.tables, tables) }
}

const shortly = ({ metricKey, term, value, period, qualifier, quote }) =>
  `${metricKey ?? term} = ${value}${period ? ` [${period.label}]` : ''}${qualifier ? ` (${qualifier})` : ''} «${quote.replaceAll(/\s+/g, ' ').slice(0, 140)}»`

for (const half of values.half) {
  const scored = documentsOf(half).map(scoreDocument)
  console.log(`\n== ${half} part, ${scored.length} documents`)
  for (const { file, wanted, missed, keyed, wrong, planted, unseen, falseOnes, problems } of scored) {
    console.log(
      `${file.padEnd(28)} facts found ${share(wanted.length - missed.length, wanted.length)}, right ${share(keyed.length - wrong.length, keyed.length)}; contradictions found ${share(planted.length - unseen.length, planted.length)}, false ${falseOnes.length}`,
    )
    for (const problem of problems) console.log(`    table: ${problem}`)
    if (!values.show) continue
    for (const item of missed) console.log(`    missed ${JSON.stringify(item)}`)
    for (const fact of wrong) console.log(`    wrong ${shortly(fact)}`)
    for (const item of unseen) console.log(`    contradiction not found ${JSON.stringify(item)}`)
    for (const { metric, facts } of falseOnes)
      console.log(`    false contradiction: model ${metric.metricKey} ${metric.value}, document ${shortly(facts[0])}`)
  }
  const { facts, contradictions } = summaryOf(scored)
  console.log(`facts: ${facts}`)
  console.log(
    `contradictions: ${contradictions}, at most ${Math.max(...scored.map((document) => document.falseOnes.length))} false in a document`,
  )
}
