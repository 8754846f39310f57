import { parseArgs } from 'node:util'

/** The usage text of the commands. */
export const help = `npm run workbook -- check FILE… [--json]
  Recalculates workbooks and compares every cell with what its author's program computed; prints the tier, the integrity
  score, deal type, units, currency, last actual year and live scenario, each metric with value, cell, period, confidence
  and alternatives, and the metrics that are unsure with the cells offered for them. A file that cannot be read does not
  keep the others from being read.

npm run workbook -- ripple FILE --set METRIC=VALUE [--set …] [--simulate SAMPLES] [--seed NUMBER] [--json]
  Changes metrics and tells what that does to all others. Values are in the unit of the metric: dollars, percentage points
  (5.25 is 5.25 %), months; days as 2026-11-15. With --simulate it draws around the new values.

npm run workbook -- agreement [FOLDER…] [--markdown]
  How many formulas come out as their authors' programs computed them, folder by folder.

npm run workbook -- score FOLDER [--workbooks FOLDER] [--fold 0|1|2] [--json]
  Holds the metrics that are found against those that people read: FOLDER has a truth.json; the workbooks lie in
  ../workbooks/devset beside it, or in the folder given. Tells recall, precision, alternatives, deal types and how far the
  confidence can be trusted.

Ends with 0, also where files cannot be read or cells disagree; with 1 where the request itself is wrong: an unknown option,
no file, a metric that the workbook does not have.`

const options = {
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] },
  simulate: { type: 'string' },
  seed: { type: 'string' },
  workbooks: { type: 'string' },
  fold: { type: 'string' },
}

/** The options of each command. */
const allowed = {
  check: ['json'],
  ripple: ['json', 'set', 'simulate', 'seed'],
  agreement: ['markdown'],
  score: ['json', 'workbooks', 'fold'],
}

const maxSamples = 100_000

/** `5.5`, `5.5%`, `$12,500,000`, `1.85x`, `2026-11-15`. */
const readValue = (text) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const plain = text
    .trim()
    .replace(/^(-?)\$/, '$1')
    .replace(/ ?[%x]$/i, '')
    .replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return plain === '' ? Number.NaN : Number(plain)
}

const readSet = (text) => {
  const at = text.indexOf('=')
  const [metric, value] = at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1)]
  return { metric, value: readValue(value) }
}

const wholeNumber = (text, min, max) => {
  const number = Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

const readRipple = (files, values) => {
  if (files.length !== 1) return { objection: 'A ripple is of one file' }
  if (values.set.length === 0) return { objection: 'Nothing is changed: --set METRIC=VALUE' }
  const changes = values.set.map(readSet)
  const wrong = changes.findIndex(({ metric, value }) => metric === '' || Number.isNaN(value))
  if (wrong >= 0) return { objection: `--set ${values.set[wrong]}: METRIC=VALUE is expected, with a number or a day` }
  const samples = values.simulate === undefined ? undefined : wholeNumber(values.simulate, 1, maxSamples)
  if (values.simulate !== undefined && samples === undefined)
    return { objection: `--simulate takes a whole number from 1 to ${maxSamples}` }
  const seed = wholeNumber(values.seed ?? '1', 0, Number.MAX_SAFE_INTEGER)
  if (seed === undefined) return { objection: '--seed takes a whole number' }
  return { command: 'ripple', files, changes, samples, seed, json: values.json }
}

const readScore = (files, { workbooks, fold, json }) => {
  if (files.length !== 1) return { objection: 'A score needs one folder with a truth.json' }
  const third = fold === undefined ? undefined : wholeNumber(fold, 0, 2)
  if (fold !== undefined && third === undefined) return { objection: '--fold takes 0, 1 or 2' }
  return { command: 'score', files, workbooks, fold: third, json }
}

/** Parses the arguments; `objection` describes what is wrong with them. */
export const readArguments = (argv) => {
  try {
    const { values, positionals, tokens } = parseArgs({ args: argv, options, allowPositionals: true, tokens: true })
    const [command, ...files] = positionals
    if (values.help || command === 'help') return { command: 'help' }
    if (command === undefined) return { objection: 'A command is missing' }
    if (!Object.hasOwn(allowed, command)) return { objection: `There is no command ${command}` }
    const foreign = tokens.find(({ kind, name }) => kind === 'option' && !allowed[command].includes(name))
    if (foreign !== undefined) return { objection: `${command} does not take --${foreign.name}` }
    if (command === 'ripple') return readRipple(files, values)
    if (command === 'score') return readScore(files, values)
    if (command === 'check' && files.length === 0) return { objection: 'A file is missing' }
    return { command, files, json: values.json, markdown: values.markdown }
  } catch (error) {
    return { objection: error.message }
  }
}
