// Our engine behind the interface shared by all engines: set an input, read the outputs.
import { openCalculator, readWorkbook } from '@deal-canvas/engine'

/** Opens our engine from the bytes of a workbook file. */
export const openOurs = ({ sheets, outputs }, bytes) => {
  const calculator = openCalculator(readWorkbook(bytes))
  const { grid } = calculator.model
  const names = Object.keys(sheets)
  const idOf = ({ sheet, row, column }) => grid.idOf(names.indexOf(sheet), row, column)
  const outputIds = outputs.map(idOf)
  return {
    calculator,
    outputIds,
    idOf,
    set: (input, value) => calculator.set([{ id: idOf(input), value }]),
    read: () => outputIds.map((id) => grid.get(id)),
  }
}
