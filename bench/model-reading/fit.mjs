// Fits the evidence weights of the metric reading (packages/engine/src/metrics/reading/weights.ts) to workbooks whose
// metrics were read manually: folds 0 and 1 of a development set, the demo deals, and the models of further-truth.json.
//   node bench/model-reading/fit.mjs TRUTH_FOLDER WORKBOOK_FOLDER FURTHER_FOLDER
// The last folder holds the files of further-truth.json, each at OWNER+NAME/FILE according to its repository.
// A metric is a choice among its candidates or none of them (conditional logit). The fit uses gradient descent (Adam),
// with weights shrunk toward their expected values so that rare evidence does not dominate. It runs two rounds, because
// what other metrics say about a candidate depends on the weights of the previous round.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { metricCandidates, openCalculator, readWorkbook } from '@deal-canvas/engine'
import { foldOf, isRight } from '../../scripts/workbook/score.mjs'

const [truthFolder, workbookFolder, furtherFolder] = process.argv.slice(2)
if (truthFolder === undefined || workbookFolder === undefined || furtherFolder === undefined) {
  console.error('usage: node bench/model-reading/fit.mjs TRUTH_FOLDER WORKBOOK_FOLDER FURTHER_FOLDER')
  process.exit(1)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const weightsFile = join(root, 'packages/engine/src/metrics/reading/weights.ts')

/** The strength of the shrinkage toward the expected weights. */
const pull = 6
const steps = 700
const rate = 0.05
/** The weights an analyst would expect; evidence that is not listed is expected to have none. */
const expected = {
  alone: 0.8,
  aside: -1.5,
  aside_heading: -1,
  aside_of_time: -1.5,
  below: -0.7,
  beyond_actual: -2,
  closing_column: 1,
  computed_input: -0.6,
  deducted: -0.3,
  exit_column: -0.5,
  extra_words: -0.5,
  fit: 2,
  foreign: -1.5,
  head_acquirer: -1.5,
  head_base: 1.5,
  head_combined: -0.5,
  head_limit: -1.5,
  head_other_case: -2,
  head_peer: -2,
  head_per_piece: -1.5,
  head_target: 2,
  hidden: -1.5,
  identity: 4,
  input_among_inputs: 0.5,
  input_on_summary: -1.5,
  label: 4,
  label_of_another: -1,
  last_month_moment: 1,
  late_column: -1,
  later_on_sheet: -0.2,
  later_year: -1.5,
  levered_place: -1,
  limit_word: -1.5,
  list_below: -0.5,
  look_alike: -2,
  missing_words: -1,
  negative: -0.5,
  no_deal: -0.8,
  no_scale: -0.5,
  of_partner: -1.5,
  of_last_actual: 1,
  of_no_year: -0.5,
  other_rate: -0.7,
  paid_at_closing: -0.3,
  piece_word: -0.5,
  rate_of_cash_flows: 0.7,
  result_among_inputs: -1,
  said_on_two_sheets: 0.5,
  said_twice: 0.2,
  same_column: 0.6,
  same_period: 0.7,
  same_row: 0.8,
  same_sheet: 0.8,
  scale_of_others: -0.5,
  sheet_old: -1.5,
  sheet_peers: -1.5,
  sheet_returns: 0.4,
  sheet_scenario: -1,
  sheet_sensitivity: -2,
  sheet_summary: 0.5,
  short_period: -2,
  short_rate: -1,
  shown_on_summary: 1,
  sum: 0.4,
  surer_label_elsewhere: -1,
  typed_derived: -0.4,
  typed_on_summary: -2,
  typed_result: -1,
  unlevered_place: -1.5,
  unused: -0.3,
  unused_input: -0.5,
  year_before: -1.5,
  zero: -2.5,
}
/** Labels occur everywhere, so their weight needs hardly any shrinkage. */
const pullOf = (name) => (name === 'label' ? pull / 20 : pull)

const folders = { demo: join(root, 'packages/server/demo'), models: join(truthFolder, '..', 'workbooks', 'models') }
const pathOf = ({ file, repository }) => {
  if (repository !== undefined) return join(furtherFolder, repository.replace('/', '+'), file)
  const [first, ...rest] = file.split('/')
  return first in folders ? join(folders[first], ...rest) : join(workbookFolder, file)
}
const truthIn = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

const tuned = JSON.parse(readFileSync(join(truthFolder, 'truth.json'), 'utf8')).filter(({ file }) => foldOf(file) !== 2)
const more = truthIn('more-truth.json')
const further = truthIn('further-truth.json')

/** Each choice: the evidence of each candidate, and whether it is right. */
const choices = []
// The demo deals count twice: they are few, and their metrics must be right.
for (const entry of [...tuned, ...more, ...more, ...further]) {
  const { expected: wanted } = entry
  const { model } = openCalculator(readWorkbook(readFileSync(pathOf(entry))))
  const { groups } = metricCandidates(model.workbook, model)
  const byKey = new Map([...groups].map(([kind, group]) => [kind.key, group]))
  const own = new Set(wanted.map(({ key }) => key))
  for (const { key, also = [], values } of wanted)
    for (const groupKey of [key, ...also.filter((other) => !own.has(other))]) {
      const group = byKey.get(groupKey) ?? []
      if (group.length > 0)
        choices.push(group.map(({ evidence, value }) => ({ evidence: [...evidence], right: isRight(value, values) })))
    }
}

const names = [...new Set(choices.flat().flatMap(({ evidence }) => evidence.map(([name]) => name)))].sort()
const none = names.length
const places = new Map(names.map((name, n) => [name, n]))
const towards = Float64Array.from([...names.map((name) => expected[name] ?? 0), 0])
const rows = choices.map((group) =>
  group.map(({ evidence, right }) => ({
    right,
    evidence: evidence.map(([name, amount]) => [places.get(name), amount]),
  })),
)

const weights = towards.slice()
const [mean, square] = [new Float64Array(none + 1), new Float64Array(none + 1)]
let loss = 0
for (let step = 1; step <= steps; step++) {
  const slope = new Float64Array(none + 1)
  loss = 0
  for (const group of rows) {
    const scores = group.map(({ evidence }) => evidence.reduce((sum, [at, amount]) => sum + weights[at] * amount, 0))
    const top = Math.max(weights[none], ...scores)
    const shares = scores.map((score) => Math.exp(score - top))
    const noneShare = Math.exp(weights[none] - top)
    const all = shares.reduce((sum, share) => sum + share, noneShare)
    const rightShare = group.reduce((sum, { right }, n) => sum + (right ? shares[n] : 0), 0)
    const isKnown = rightShare > 0
    loss -= Math.log((isKnown ? rightShare : noneShare) / all)
    group.forEach(({ evidence, right }, n) => {
      const missing = (isKnown && right ? shares[n] / rightShare : 0) - shares[n] / all
      for (const [at, amount] of evidence) slope[at] -= missing * amount
    })
    slope[none] -= (isKnown ? 0 : 1) - noneShare / all
  }
  names.forEach((name, at) => {
    slope[at] += pullOf(name) * (weights[at] - towards[at])
  })
  for (let at = 0; at <= none; at++) {
    mean[at] = 0.9 * mean[at] + 0.1 * slope[at]
    square[at] = 0.999 * square[at] + 0.001 * slope[at] ** 2
    weights[at] -= (rate * (mean[at] / (1 - 0.9 ** step))) / (Math.sqrt(square[at] / (1 - 0.999 ** step)) + 1e-8)
  }
}

const rounded = (weight) => Math.round(weight * 100) / 100
writeFileSync(
  weightsFile,
  `// Written by bench/model-reading/fit.mjs.

/** The score that stands for "none of the candidates". */
export const noneOfThem = ${rounded(weights[none])}

/** How much each piece of evidence speaks for a candidate, or against it. */
export const weights: Readonly<Record<string, number>> = {
${names.map((name, at) => `  ${name}: ${rounded(weights[at])},`).join('\n')}
}
`,
)
console.log(
  `${choices.length} choices, ${names.length} kinds of evidence, loss ${(loss / choices.length).toFixed(4)} a choice`,
)
execFileSync('npx', ['tsc', '-b', 'packages/engine'], { cwd: root, stdio: 'inherit' })
