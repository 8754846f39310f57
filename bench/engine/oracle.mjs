// Compares our engine with LibreOffice on third-party workbooks: one input is changed, LibreOffice recalculates the
// changed file from scratch, and every formula cell is compared. Writes its table to docs/measurements/agreement.md.
//
//   node bench/engine/oracle.mjs [--inputs 6] [--folders models,devset] [--max-kb 600] [--write] [--cells 20]
//
// LibreOffice is not Excel: cells that it computes differently from the author's program in the unchanged workbook, and
// their dependents, are excluded and counted. Workbooks are read in place from WORKBOOKS (default ../shared/workbooks);
// without them, or without LibreOffice, nothing is compared and the bench says so.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatCell, openCalculator, readWorkbook } from '@deal-canvas/engine'
import { changedWorkbook } from './changed-workbook.mjs'
import { hasLibreOffice, recalculated } from './libreoffice.mjs'

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '6' },
    folders: { type: 'string', default: 'models,devset' },
    'max-kb': { type: 'string', default: '600' },
    cells: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const place = process.env['WORKBOOKS'] ?? join(root, '..', 'shared', 'workbooks')
const print = (line) => process.stdout.write(`${line}\n`)

const workbooksBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.xls[xm]$/i.test(entry.name) && !entry.name.startsWith('~$'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => statSync(file).size <= Number(values['max-kb']) * 1024)
    .sort()

/** Tolerance for functions that iterate to a result, which both programs reach only approximately. */
const closeness = 1e-6
const isSame = (ours, theirs) => {
  if (typeof ours === 'number' && typeof theirs === 'number')
    return Math.abs(ours - theirs) <= closeness * Math.max(1e-6, Math.abs(ours), Math.abs(theirs))
  const isError = (value) => typeof value === 'object' && value !== null
  // LibreOffice saves several of its own errors as #VALUE! or #N/A, so any two errors count as the same.
  if (isError(ours) || isError(theirs)) return isError(ours) && isError(theirs)
  return (ours ?? '') === (theirs ?? '')
}

const maxScaleCells = 10_000

/** The largest number among the cells that a formula reads directly. */
const scaleOf = ({ grid }, { areas }) => {
  let [largest, left] = [0, maxScaleCells]
  for (const area of areas) {
    const used = grid.used(area)
    if (used === undefined) continue
    for (let row = used.top; row <= used.bottom; row++)
      for (let column = used.left; column <= used.right && left > 0; column++, left--) {
        const value = grid.get(grid.idOf(used.sheet, row, column))
        if (typeof value === 'number') largest = Math.max(largest, Math.abs(value))
      }
  }
  return largest
}

/** Whether a difference, such as that of a balance check, is within the precision of the subtracted numbers. */
const isRounding = (model, formula, ours, other) =>
  typeof ours === 'number' && typeof other === 'number' && Math.abs(ours - other) <= 1e-14 * scaleOf(model, formula)

/** Cells of a workbook by sheet, row and column. */
const cellsOf = (bytes) => {
  const cells = new Map()
  for (const { name, cells: own } of readWorkbook(bytes).sheets)
    for (const { row, column, value } of own) cells.set(`${name} ${row} ${column}`, value)
  return cells
}

const maxCandidates = 400

/** Numeric input cells to change, chosen by how many formulas depend on them; at most one for each such number. */
const inputsOf = ({ model, coneOf }, count) => {
  const typed = model.workbook.sheets.flatMap(({ name, cells }, sheet) =>
    cells.flatMap(({ row, column, value, formula, fromArray, format = '' }) => {
      const id = model.grid.idOf(sheet, row, column)
      const isInput = formula === undefined && fromArray !== true && typeof value === 'number' && model.nodeAt(id) < 0
      return isInput ? [{ sheet: name, row, column, id, value, format }] : []
    }),
  )
  const step = Math.max(1, Math.floor(typed.length / maxCandidates))
  const bySize = new Map()
  for (const [n, input] of typed.entries()) {
    if (n % step !== 0) continue
    const reach = coneOf([input.id]).length
    if (reach > 0 && !bySize.has(reach)) bySize.set(reach, { ...input, reach })
  }
  const sorted = [...bySize.values()].sort((a, b) => b.reach - a.reach)
  // Half are those with the most dependent formulas, the others are spread over the rest.
  const first = sorted.slice(0, Math.ceil(count / 2))
  const rest = sorted.slice(first.length)
  const others = Array.from(
    { length: count - first.length },
    (_, n) => rest[Math.floor(((n + 0.5) * rest.length) / (count - first.length))],
  )
  return [...new Set([...first, ...others])].filter((input) => input !== undefined)
}

const isDateLike = ({ value, format }) =>
  /[ymd]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')) ||
  (Number.isInteger(value) && value >= 1900 && value <= 2100)
const changedValue = (input) => {
  if (isDateLike(input) || input.value === 0) return input.value + 1
  return Number.isInteger(input.value)
    ? input.value + Math.max(1, Math.round(Math.abs(input.value) * 0.1))
    : Number((input.value * 1.1).toPrecision(12))
}

const open = (file) => {
  const bytes = readFileSync(file)
  const calculator = openCalculator(readWorkbook(bytes))
  const whatIfs = inputsOf(calculator, Number(values.inputs)).map((input, n) => ({
    ...input,
    name: `what-if-${n}`,
    to: changedValue(input),
  }))
  return { file, bytes, calculator, whatIfs }
}

/** All files for LibreOffice: each workbook unchanged, and once for each what-if. */
const filesOf = (books) =>
  new Map(
    books.flatMap(({ bytes, whatIfs }, n) => [
      [`${n}-base.xlsx`, changedWorkbook(bytes)],
      ...whatIfs.map(({ name, sheet, row, column, to }) => [
        `${n}-${name}.xlsx`,
        changedWorkbook(bytes, { sheet, cell: formatCell({ row, column }), value: to }),
      ]),
    ]),
  )

const compareBook = ({ file, calculator, whatIfs }, n, answers) => {
  const { model, check, coneOf } = calculator
  const { grid, workbook, formulas } = model
  const result = {
    file: basename(file),
    formulas: formulas.length,
    leftOut: 0,
    whatIfs: 0,
    compared: 0,
    moved: 0,
    agreeing: 0,
    frozen: 0,
    stale: 0,
    differing: [],
  }
  const base = answers.get(`${n}-base.xlsx`)
  if (base === undefined) return { ...result, failed: 'LibreOffice did not open it' }
  const theirsBefore = cellsOf(base)
  const keyOf = ({ sheet, row, column }) => `${workbook.sheets[sheet]?.name} ${row} ${column}`
  const before = formulas.map(({ id }) => grid.get(id))
  // Where LibreOffice differs from Excel, neither the cell nor its dependents can be compared.
  const strange = formulas.flatMap(({ id, place: at, cached }, node) =>
    isSame(cached ?? before[node], theirsBefore.get(keyOf(at)) ?? null) ? [] : [id],
  )
  const strangeNodes = new Set([...strange.map(model.nodeAt), ...coneOf(strange)])
  const frozenIds = [
    ...formulas.filter(({ frozen }) => frozen !== undefined),
    ...check.disagreeing.map(({ formula }) => formula),
  ].map(({ id }) => id)
  const frozenNodes = new Set([...frozenIds.map(model.nodeAt), ...coneOf(frozenIds)])
  result.leftOut = strangeNodes.size
  for (const { name, id, value, to, sheet, row, column } of whatIfs) {
    const answer = answers.get(`${n}-${name}.xlsx`)
    if (answer === undefined) continue
    result.whatIfs += 1
    const theirs = cellsOf(answer)
    calculator.set([{ id, value: to }])
    const unsettled = calculator.unsettled().map((cell) => cell.id)
    const reported = new Set([...unsettled.map(model.nodeAt), ...(unsettled.length === 0 ? [] : coneOf(unsettled))])
    formulas.forEach((formula, node) => {
      const { id: cell, place: at, text } = formula
      if (strangeNodes.has(node)) return
      const [ours, other] = [grid.get(cell), theirs.get(keyOf(at)) ?? null]
      result.compared += 1
      const hasMoved = !isSame(theirsBefore.get(keyOf(at)) ?? null, other)
      if (hasMoved) result.moved += 1
      if (isSame(ours, other) || isRounding(model, formula, ours, other)) result.agreeing += 1
      else if (frozenNodes.has(node) || reported.has(node)) result.frozen += 1
      else {
        if (hasMoved && Object.is(ours, before[node])) result.stale += 1
        result.differing.push({
          input: `${sheet}!${formatCell({ row, column })} = ${to}`,
          cell: `${workbook.sheets[at.sheet]?.name}!${formatCell(at)}`,
          text,
          ours,
          other,
        })
      }
    })
    calculator.set([{ id, value }])
  }
  return result
}

const shown = (value) => (typeof value === 'object' && value !== null ? value.error : String(value))
const share = (part, whole) => (whole === 0 ? '–' : `${(Math.floor((part / whole) * 1e6) / 1e4).toFixed(4)} %`)
const sum = (results, key) =>
  results.reduce((total, result) => total + (Array.isArray(result[key]) ? result[key].length : result[key]), 0)

const tableOf = (results) => {
  const columns = ['formulas', 'leftOut', 'whatIfs', 'compared', 'moved', 'agreeing', 'frozen', 'stale', 'differing']
  const row = (name, some) =>
    `| ${name} | ${columns.map((key) => sum(some, key).toLocaleString('en-US')).join(' | ')} | ${share(sum(some, 'agreeing'), sum(some, 'compared') - sum(some, 'frozen'))} |`
  return [
    '| workbook | formulas | left out | what-ifs | cells compared | moved by the change | agreeing | frozen and told | silently stale | differing | agreement |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...results.map((result) =>
      row(result.failed === undefined ? result.file : `${result.file} (${result.failed})`, [result]),
    ),
    row('**all**', results),
  ].join('\n')
}

const heading = '## Recalculated in LibreOffice after a change'
const report = (results) => `${heading}

Made by \`node bench/engine/oracle.mjs --write\`. In each workbook inputs are changed one at a time; LibreOffice opens the changed file without cached values and calculates everything, our engine sets the cell and recalculates what depends on it; then every formula cell is compared (numbers to ${closeness} of their size or to the last digit of the numbers subtracted, errors by being errors). Left out are cells that LibreOffice computes differently from the author's program before anything is changed, and what depends on them. Frozen cells keep their cached value and every what-if that reaches them says so. Silently stale would be a cell that LibreOffice moves, ours does not, and nobody is told.

${tableOf(results)}
`

const writeReport = (results) => {
  const path = join(root, 'docs', 'measurements', 'agreement.md')
  const [kept = ''] = readFileSync(path, 'utf8').split(heading)
  writeFileSync(path, `${kept.trimEnd()}\n\n${report(results)}`)
}

const main = () => {
  const folders = values.folders.split(',').map((name) => join(place, name))
  const missing = folders.filter((folder) => !existsSync(folder))
  if (missing.length > 0) {
    print(`NOT MEASURED: there is no folder ${missing.join(', ')}`)
    return 0
  }
  if (!hasLibreOffice()) {
    print('NOT MEASURED: LibreOffice (soffice) is not installed')
    return 0
  }
  const files = folders.flatMap(workbooksBelow)
  const results = []
  // One workbook at a time, so that not all calculators are in memory at once.
  for (const file of files) {
    const book = open(file)
    const answers = recalculated(filesOf([book]))
    const result = compareBook(book, 0, answers)
    results.push(result)
    print(
      `${result.file}: ${result.failed ?? `${result.whatIfs} what-ifs, ${result.compared} cells compared, ${result.differing.length} differ, ${result.stale} silently stale`}`,
    )
    for (const { input, cell, text, ours, other } of result.differing.slice(0, Number(values.cells)))
      print(`  ${input}: ${cell} =${text.slice(0, 100)} ours ${shown(ours)}, LibreOffice ${shown(other)}`)
  }
  print(`\n${tableOf(results)}`)
  if (values.write) writeReport(results)
  const compared = sum(results, 'compared') - sum(results, 'frozen')
  const isMet = sum(results, 'stale') === 0 && sum(results, 'agreeing') / compared >= 0.9999
  print(
    isMet
      ? '\nTarget met: no silently stale cell, at least 99.99 % agreement'
      : '\nTARGET MISSED: 0 silently stale cells and 99.99 % agreement',
  )
  return isMet ? 0 : 1
}

process.exitCode = main()
