import { type ReadingChange, readingScales } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import { InvalidInput } from '../../invalid-input.ts'
import { isUnitScale } from '../models/unit-scale.ts'
import type { StoredSettings } from './readings.store.ts'

/** A cell that a person chose for a metric, and where the request says so. */
export interface AskedChoice {
  metricKey: string
  /** Undefined: the workbook does not have the metric. */
  cell: { sheet: string; cell: string; scale: number | undefined } | undefined
  at: (string | number)[]
}

/** A change of a reading, well formed. */
export interface AskedChange {
  settings: Partial<StoredSettings>
  choices: AskedChoice[]
  confirm: readonly string[] | 'all'
}

type Objection = ConstructorParameters<typeof InvalidInput>[0]

const maxKeys = 500

const isScale = (scale: number): boolean => readingScales.some((known) => known === scale)

const readSettings = (given: ReadingChange['settings']): Partial<StoredSettings> => ({
  ...(given?.currency === undefined ? {} : { currency: given.currency }),
  ...(given?.last_actual_year === undefined ? {} : { lastActualYear: given.last_actual_year }),
  ...(given?.scale === undefined ? {} : { scale: given.scale }),
})

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxKeys && value.every((key) => typeof key === 'string')

/** What of a request its schema cannot say, all objections at once. */
export const readChange = (
  { settings, choices = [], confirm = [] }: ReadingChange,
  isKnown: (metricKey: string) => boolean,
): AskedChange => {
  const objections: Objection[] = []
  const object = (at: (string | number)[], reason: string, input: unknown) => objections.push({ at, reason, input })
  if (typeof settings?.scale === 'number' && !isScale(settings.scale))
    object(['body', 'settings', 'scale'], `The scale is one of ${readingScales.join(', ')}`, settings.scale)
  const seen = new Set<string>()
  const asked = choices.map(({ metric_key: metricKey, cell, none = false }, n): AskedChoice => {
    const at = ['body', 'choices', n]
    if (kindOf(metricKey) === undefined && !isKnown(metricKey))
      object([...at, 'metric_key'], 'There is no such metric', metricKey)
    if (seen.has(metricKey)) object([...at, 'metric_key'], 'A metric is chosen once', metricKey)
    seen.add(metricKey)
    if ((cell !== undefined) === none) object(at, 'Give either cell or none', metricKey)
    if (cell?.scale !== undefined && !isUnitScale(cell.scale))
      object([...at, 'cell', 'scale'], 'A scale is a power of ten from 1e-9 to 1e12, 12 or 1/12', cell.scale)
    return { metricKey, cell: none ? undefined : cell && { ...cell, scale: cell.scale }, at }
  })
  const keys = confirm === 'all' || isKeys(confirm) ? confirm : undefined
  if (keys === undefined) object(['body', 'confirm'], `Give at most ${maxKeys} metric keys, or "all"`, confirm)
  const [first, ...rest] = objections
  if (first !== undefined) throw new InvalidInput(first, ...rest)
  return { settings: readSettings(settings), choices: asked, confirm: keys ?? [] }
}
