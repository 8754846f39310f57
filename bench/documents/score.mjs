// Prints precision and recall of the facts and contradictions that are read from the documents in corpus/. Beside each
// document lies a JSON file with the numbers of a model, the facts that the document states, and the contradictions
// planted in it. The first half was written before the extraction; the second half afterwards, and the third part
// after the changes that followed from the second. Both were scored before any change was made with them at hand.
//
//   node bench/documents/score.mjs [--half first|second|third] [--show]
//
// Facts with "optional" count neither as missed nor as wrong. Named terms, which the metric catalog does not have, count
// for recall only, because the lists do not name all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extractFacts, periodOfLabel, reconcile } from '@deal-canvas/facts'
import { parse } from 'csv-parse/sync'

const { values } = parseArgs({ options: { half: { type: 'string' }, show: { type: 'boolean', default: false } } })
const corpus = fileURLToPath(new URL('corpus', import.meta.url))

const readDocument = (path) => {
  const text = readFileSync(path, 'utf8')
  if (extname(path) !== '.csv') return { kind: 'text', title: null, pages: [{ page: 1, text }] }
  const rows = parse(text, { relax_column_count: true })
  return { kind: 'sheets', title: null, sheets: [{ name: basename(path, '.csv'), rows }] }
}

const isNear = (a, b, tolerance = 0) => Math.abs(a - b) <= Math.max(tolerance, Math.abs(b) * 1e-6)
const samePeriod = (label, period) => {
  if (label === undefined) return true
  const expected = periodOfLabel(label)
  return expected?.kind === period?.kind && expected?.year === period?.year && expected?.nth === period?.nth
}

const matches = (expected, fact) =>
  (expected.metric === undefined
    ? fact.metricKey === null && fact.term.toLowerCase().includes(expected.term)
    : fact.metricKey === expected.metric) &&
  isNear(fact.value, expected.value, expected.tolerance) &&
  samePeriod(expected.period, fact.period) &&
  (expected.qualifier === undefined || fact.qualifier === expected.qualifier)

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

const scoreDocument = (folder, name) => {
  const expected = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const file = readdirSync(folder).find(
    (item) => item !== name && basename(item, extname(item)) === basename(name, '.json'),
  )
  const { facts, tables } = extractFacts(readDocument(join(folder, file)), { dealType: expected.dealType })
  const metrics = expected.metrics.map((metric) => ({
    qualifier: null,
    ...metric,
    period: metric.period === null ? null : periodOfLabel(metric.period),
  }))
  const differs = reconcile(facts, metrics).filter(({ status }) => status === 'differs')
  const wanted = expected.facts.filter(({ optional }) => !optional)
  const missed = wanted.filter((item) => !facts.some((fact) => matches(item, fact)))
  const keyed = facts.filter(({ metricKey }) => metricKey !== null)
  const wrong = keyed.filter((fact) => !expected.facts.some((item) => matches(item, fact)))
  const isPlanted = (finding) => (item) =>
    item.metric === finding.metric.metricKey &&
    isNear(finding.metric.value, item.model) &&
    finding.facts.some(({ value }) => isNear(value, item.document, item.tolerance))
  const falseOnes = differs.filter((finding) => !expected.contradictions.some(isPlanted(finding)))
  const unseen = expected.contradictions.filter((item) => !differs.some((finding) => isPlanted(finding)(item)))
  return {
    file,
    wanted,
    missed,
    keyed,
    wrong,
    planted: expected.contradictions,
    unseen,
    falseOnes,
    problems: scoreTables(expected.tables, tables),
  }
}

const share = (part, whole) => `${part}/${whole} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)}%)`
const shortly = ({ metricKey, term, value, period, qualifier, quote }) =>
  `${metricKey ?? term} = ${value}${period ? ` [${period.label}]` : ''}${qualifier ? ` (${qualifier})` : ''} «${quote.replaceAll(/\s+/g, ' ').slice(0, 140)}»`

for (const half of values.half === undefined ? ['first', 'second', 'third'] : [values.half]) {
  const folder = join(corpus, half)
  const scored = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => scoreDocument(folder, name))
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
  const total = (of) => scored.reduce((sum, document) => sum + of(document), 0)
  const [wanted, missed, keyed, wrong] = ['wanted', 'missed', 'keyed', 'wrong'].map((key) =>
    total((document) => document[key].length),
  )
  const [planted, unseen, falseOnes] = ['planted', 'unseen', 'falseOnes'].map((key) =>
    total((document) => document[key].length),
  )
  console.log(`facts: recall ${share(wanted - missed, wanted)}, precision ${share(keyed - wrong, keyed)}`)
  console.log(
    `contradictions: recall ${share(planted - unseen, planted)}, precision ${share(planted - unseen, planted - unseen + falseOnes)}, at most ${Math.max(...scored.map((document) => document.falseOnes.length))} false in a document`,
  )
}
