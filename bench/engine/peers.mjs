// The engines compared with ours, behind the same interface: set an input, read the outputs.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initSync, Model } from '@ironcalc/wasm'
import { HyperFormula } from 'hyperformula'

/** HyperFormula without rounding for display and without undo history. */
export const openHyperFormula = ({ sheets, outputs }) => {
  const rows = Object.fromEntries(
    Object.entries(sheets).map(([name, lines]) => [
      name,
      lines.map((line) => line.map((cell) => (cell === '' ? null : cell))),
    ]),
  )
  const engine = HyperFormula.buildFromSheets(rows, { licenseKey: 'gpl-v3', smartRounding: false, undoLimit: 0 })
  const addressOf = ({ sheet, row, column }) => ({ sheet: engine.getSheetId(sheet), row, col: column })
  const addresses = outputs.map(addressOf)
  return {
    set: (input, value) => engine.setCellContents(addressOf(input), value),
    read: () => addresses.map((address) => engine.getCellValue(address)),
  }
}

/** IronCalc returns values only as text, so its outputs get a format with all digits. */
export const openIronCalc = ({ sheets, outputs }) => {
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@ironcalc/wasm/wasm_bg.wasm'))) })
  const model = new Model('model', 'en', 'UTC', 'en')
  model.pauseEvaluation()
  const names = Object.keys(sheets)
  names.forEach((name, sheet) => {
    if (sheet > 0) model.newSheet()
    model.renameSheet(sheet, name)
  })
  names.forEach((name, sheet) => {
    sheets[name].forEach((line, row) => {
      line.forEach((cell, column) => {
        if (cell !== '') model.setUserInput(sheet, row + 1, column + 1, String(cell))
      })
    })
  })
  for (const { sheet, row, column } of outputs) {
    const area = { sheet: names.indexOf(sheet), row: row + 1, column: column + 1, width: 1, height: 1 }
    model.updateRangeStyle(area, 'num_fmt', '0.0000000000000000E+00')
  }
  model.resumeEvaluation()
  model.evaluate()
  return {
    set: ({ sheet, row, column }, value) =>
      model.setUserInput(names.indexOf(sheet), row + 1, column + 1, String(value)),
    read: () =>
      outputs.map(({ sheet, row, column }) =>
        Number(model.getFormattedCellValue(names.indexOf(sheet), row + 1, column + 1)),
      ),
  }
}
