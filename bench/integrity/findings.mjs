// Lists the findings of the integrity checks in all workbooks of a folder, one JSON object per line, for manual review.
//   node bench/integrity/findings.mjs WORKBOOK_FOLDER [--sample=100] [--seed=1] [--severities=critical,high] [--scores]
// With --sample: all critical findings, then high ones, then others, each chosen at random up to that number. The same
// folder and seed give the same lines. With --scores: one line per workbook instead. Run `npm run build` first.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { assess, mapMetrics, metricsForChecks, openCalculator, readWorkbook } from '@deal-canvas/engine'

const given = process.argv.slice(2)
const folder = given.find((argument) => !argument.startsWith('--'))
const option = (name) => given.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
if (folder === undefined) {
  console.error(
    'usage: node bench/integrity/findings.mjs WORKBOOK_FOLDER [--sample=100] [--seed=1] [--severities=critical,high] [--scores]',
  )
  process.exit(1)
}
const severities = option('severities')?.split(',')
const sample = option('sample') === undefined ? undefined : Number(option('sample'))
const seed = option('seed') ?? '1'

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.xls[xm]$/i.test(entry.name) && !entry.name.startsWith('~$'))
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort()

const found = files.flatMap((file) => {
  try {
    const calculator = openCalculator(readWorkbook(readFileSync(join(folder, file))))
    const { matches } = mapMetrics(calculator.model.workbook, calculator.model)
    const { findings, score, counts, questions = [] } = assess(calculator, metricsForChecks(calculator.model, matches))
    if (given.includes('--scores')) return [{ file, score, ...counts, questions: questions.length }]
    return findings.map(({ check, severity, message, sheet, cell }) => ({
      file,
      check,
      severity,
      message,
      cell: sheet === null ? null : `${sheet}!${cell}`,
    }))
  } catch (error) {
    console.error(`${file}: ${error.message}`)
    return []
  }
})

/** The random rank of a finding, from its content and the seed, so that other findings do not change it. */
const ticket = (finding) =>
  createHash('sha256')
    .update(`${seed} ${JSON.stringify(finding)}`)
    .digest('hex')

const wanted = found.filter(({ severity }) => severities === undefined || severities.includes(severity))
/** The order in which severities are sampled. */
const rank = ({ severity }) => (severity === 'critical' ? 0 : severity === 'high' ? 1 : 2)
const drawn = (lines) => {
  const chosen = new Set(
    lines
      .map((finding) => ({ finding, at: `${rank(finding)} ${ticket(finding)}` }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .slice(0, sample)
      .map(({ finding }) => finding),
  )
  return lines.filter((line) => chosen.has(line))
}
for (const line of sample === undefined ? wanted : drawn(wanted)) console.log(JSON.stringify(line))
