// Recalculates workbooks and compares every cell with what its author's program computed.
//
//   npm run workbook -- check FILE… [--json]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { prepare, root } from './toolchain.mjs'

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const [command, ...files] = positionals
if (command !== 'check' || files.length === 0) {
  console.error('npm run workbook -- check FILE… [--json]')
  process.exit(1)
}

prepare()
const { formatCell, openCalculator, readWorkbook } = await import(
  pathToFileURL(join(root, 'packages/engine/dist/index.js')).href
)

const mostShown = 10
const show = (value) => (typeof value === 'object' && value !== null ? value.error : value)

const check = (file) => {
  const begun = performance.now()
  const workbook = readWorkbook(readFileSync(file))
  const { check: result } = openCalculator(workbook)
  const { formulas, computed, agreeing, disagreeing, unsupported, frozen } = result
  return {
    file,
    sheets: workbook.sheets.length,
    formulas,
    computed,
    agreeing,
    disagreeing: disagreeing.map(({ formula, expected, got }) => ({
      sheet: workbook.sheets[formula.place.sheet].name,
      cell: formatCell(formula.place),
      formula: formula.text,
      expected: show(expected),
      got: show(got),
    })),
    unsupported: Object.fromEntries(unsupported),
    frozen: Object.fromEntries(frozen),
    ms: Math.round(performance.now() - begun),
  }
}

/** A file that cannot be read does not keep the others from being read. */
const tryFile = (file) => {
  try {
    return check(file)
  } catch (error) {
    return { file, error: error.message }
  }
}

const print = ({ file, error, formulas, computed, agreeing, disagreeing, unsupported, frozen, ms }) => {
  if (error !== undefined) return console.log(`${file}\n  ${error}`)
  const share = formulas === 0 ? '' : ` (${((agreeing / formulas) * 100).toFixed(2)} %)`
  console.log(`${file}\n  ${formulas} formulas, ${computed} computed, ${agreeing} agree${share}, ${ms} ms`)
  for (const [why, count] of Object.entries(frozen)) console.log(`  ${count} keep their value: ${why}`)
  for (const [name, count] of Object.entries(unsupported)) console.log(`  unknown function ${name}: ${count}`)
  for (const { sheet, cell, formula, expected, got } of disagreeing.slice(0, mostShown))
    console.log(`  ${sheet}!${cell} =${formula}: ${expected} expected, ${got} computed`)
}

for (const file of files) {
  const result = tryFile(file)
  if (values.json) console.log(JSON.stringify(result))
  else print(result)
}
