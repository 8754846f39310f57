import type { WorkbookSheet } from '@deal-canvas/workbook-reader'
import type { Model } from '../calculate/model.ts'
import { formatNumber } from '../integrity/wording.ts'
import { warningMessages as messages } from '../messages/warnings.ts'
import { labeledNumbers } from '../metrics/labeled-numbers.ts'
import type { Scalar } from '../value/value.ts'
import type { MappedCell } from './mapped-cells.ts'
import type { RippleWarning } from './ripple-result.ts'

const totalSources = /^total sources(?: of (?:funds|cash|capital))?:?$/i
const totalUses = /^total uses(?: of (?:funds|cash|capital))?:?$/i

const names = ({ cells }: WorkbookSheet, form: RegExp): boolean =>
  cells.some(({ value }) => typeof value === 'string' && form.test(value.trim()))

/** The slots of both totals: those of the metrics, otherwise of labels on one sheet. */
const slotsOf = ({ workbook, grid }: Model, cells: readonly MappedCell[]): readonly [number, number] | undefined => {
  const metric = (key: string) => cells.find(({ metricKey }) => metricKey === key)?.id
  const [sources, uses] = [metric('total_sources'), metric('total_uses')]
  if (sources !== undefined && uses !== undefined) return [sources, uses]
  for (const [at, sheet] of workbook.sheets.entries()) {
    if (!names(sheet, totalSources) || !names(sheet, totalUses)) continue
    const lines = labeledNumbers(sheet)
    const [sourcesCell, usesCell] = [totalSources, totalUses].map((form) => {
      const cell = lines.find(({ label, side }) => side === 'right' && form.test(label.trim()))?.cells[0]
      return cell === undefined ? undefined : grid.idOf(at, cell.row, cell.column)
    })
    if (sourcesCell !== undefined && usesCell !== undefined) return [sourcesCell, usesCell]
  }
  return undefined
}

/** Whether they differ by more than rounding. */
const differ = (sources: number | undefined, uses: number | undefined): boolean =>
  sources !== undefined && uses !== undefined && Math.abs(sources - uses) > Math.max(1, 0.0001 * Math.abs(uses))

interface Total {
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Reports sources that differ from uses; nothing if neither changed. */
export const sourcesWarning = ([sources, uses]: readonly Total[]): RippleWarning[] => {
  if (sources?.after === undefined || uses?.after === undefined || !differ(sources.after, uses.after)) return []
  if (sources.before === sources.after && uses.before === uses.after) return []
  const message = differ(sources.before, uses.before) ? messages.sourcesStillDiffer : messages.sourcesDiffer
  return [
    {
      code: 'sources_ne_uses',
      severity: 'high',
      message: message({ sources: formatNumber(sources.after), uses: formatNumber(uses.after) }),
      metricKey: null,
    },
  ]
}

/** Watches whether sources still equal uses. */
export const createSourcesAndUses = (model: Model, cells: readonly MappedCell[]) => {
  const slots = slotsOf(model, cells) ?? []
  const read = (id: number, from: (id: number) => Scalar): number | undefined => {
    const value = from(id)
    const cell = cells.find((item) => item.id === id)
    return typeof value === 'number' ? value * (cell?.scale ?? 1) : undefined
  }
  return (before: (id: number) => Scalar, after: (id: number) => Scalar): RippleWarning[] =>
    sourcesWarning(slots.map((id) => ({ before: read(id, before), after: read(id, after) })))
}
