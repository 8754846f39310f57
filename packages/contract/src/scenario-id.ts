import { text } from './schema.ts'
import { maxScenarioIdLength } from './sizes.ts'

/** The id of Base: the workbook without overrides. It always exists and cannot be changed. */
export const baseScenarioId = 'base'

export const scenarioId = text({
  max: maxScenarioIdLength,
  description: 'The scenario; `base` is the workbook without overrides.',
  examples: ['base'],
})
