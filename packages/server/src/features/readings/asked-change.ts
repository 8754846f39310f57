import { maxMetrics, type ReadingChange, readingScales } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import { InvalidInput } from '../../invalid-input.ts'
import { modelMessages } from '../../messages/models.ts'
import { isUnitScale } from '../models/index.ts'
import type { StoredSettings } from './readings.store.ts'

/** A cell that a user chose for a metric, and where in the request it is. */
export interface AskedChoice {
  metricKey: string
  /** Undefined if the workbook does not have the metric. */
  cell: { sheet: string; cell: string; scale: number | undefined } | undefined
  at: (string | number)[]
}

/** A well-formed change of a reading. */
export interface AskedChange {
  settings: Partial<StoredSettings>
  choices: AskedChoice[]
  confirm: readonly string[] | 'all'
}

type Objection = ConstructorParameters<typeof InvalidInput>[0]

const isScale = (scale: number): boolean => readingScales.some((known) => known === scale)

const readSettings = (given: ReadingChange['settings']): Partial<StoredSettings> => ({
  ...(given?.currency === undefined ? {} : { currency: given.currency }),
  ...(given?.last_actual_year === undefined ? {} : { lastActualYear: given.last_actual_year }),
  ...(given?.scale === undefined ? {} : { scale: given.scale }),
})

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxMetrics && value.every((key) => typeof key === 'string')

/** Checks what the schema of the request cannot express, and reports all problems at once. */
export const readChange = (
  { settings, choices = [], confirm = [] }: ReadingChange,
  isKnown: (metricKey: string) => boolean,
): AskedChange => {
  const objections: Objection[] = []
  const object = (at: (string | number)[], reason: string, input: unknown) => objections.push({ at, reason, input })
  if (typeof settings?.scale === 'number' && !isScale(settings.scale))
    object(
      ['body', 'settings', 'scale'],
      modelMessages.scaleInvalid({ scales: readingScales.join(', ') }),
      settings.scale,
    )
  const seen = new Set<string>()
  const asked = choices.map(({ metric_key: metricKey, cell, none = false }, n): AskedChoice => {
    const at = ['body', 'choices', n]
    if (kindOf(metricKey) === undefined && !isKnown(metricKey))
      object([...at, 'metric_key'], modelMessages.metricNotFound(), metricKey)
    if (seen.has(metricKey)) object([...at, 'metric_key'], modelMessages.metricChosenTwice(), metricKey)
    seen.add(metricKey)
    if ((cell !== undefined) === none) object(at, modelMessages.cellOrNone(), metricKey)
    if (cell?.scale !== undefined && !isUnitScale(cell.scale))
      object([...at, 'cell', 'scale'], modelMessages.cellScaleInvalid(), cell.scale)
    return { metricKey, cell: none ? undefined : cell && { ...cell, scale: cell.scale }, at }
  })
  const keys = confirm === 'all' || isKeys(confirm) ? confirm : undefined
  if (keys === undefined) object(['body', 'confirm'], modelMessages.confirmInvalid({ limit: maxMetrics }), confirm)
  const [first, ...rest] = objections
  if (first !== undefined) throw new InvalidInput(first, ...rest)
  return { settings: readSettings(settings), choices: asked, confirm: keys ?? [] }
}
