import { readFileSync } from 'node:fs'

/** Opens a workbook for calculation, with its metrics and tier. */
export const openFile = (file, engine) => {
  const calculator = engine.openCalculator(engine.readWorkbook(readFileSync(file)))
  const metrics = engine.mapMetrics(calculator.model.workbook, calculator.model)
  return { calculator, metrics, tier: engine.tierOf(calculator, metrics.matches) }
}

/** A readable reason why a file could not be processed. */
export const reasonOf = (error) => {
  if (error.code === 'ENOENT') return 'There is no such file'
  if (error.code === 'EISDIR') return 'It is a folder, not a file'
  return error.message
}
