import type { Actor } from '../../actor.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { RememberedCell } from './built-model.ts'
import { templateConfidence } from './model-reading.ts'
import type { ChosenCell, ReadingOptions } from './model-state.ts'
import { ownName } from './own-name.ts'
import type { WorkbookTemplate } from './workbook-reading.ts'

/** A cell that a person chose or confirmed on a deal. */
export interface TaughtCell {
  metricKey: string
  sheet: string
  cell: string
  scale: number
}

/** The cells that members of an organization chose, by workbook template. */
export interface TemplateMemory {
  /** The cells remembered for the template of a workbook of the deal; none for personal deals. */
  cellsFor(dealId: string, sha256: string, signal?: AbortSignal): Promise<RememberedCell[]>
  /** Runs inside a change of the deal. */
  learn(deal: ChangingDeal, actor: Actor, template: WorkbookTemplate, cells: readonly TaughtCell[]): Promise<void>
}

/** The cells chosen on the deal, plus those remembered for its template for metrics without a choice. */
export const withRemembered = (
  chosen: readonly ChosenCell[],
  { absent = [] }: ReadingOptions,
  remembered: readonly RememberedCell[],
): { sources: ChosenCell[]; used: RememberedCell[] } => {
  const spokenOf = new Set([...chosen.map(({ metricKey }) => metricKey), ...absent])
  const used = remembered.filter(({ metricKey }) => !spokenOf.has(metricKey))
  const added = used.map(
    ({ metricKey, sheet, cell, scale }): ChosenCell => ({
      metricKey,
      ...ownName(metricKey, undefined),
      sheet,
      cell,
      scale,
      confidence: templateConfidence,
    }),
  )
  return { sources: [...chosen, ...added].sort((a, b) => (a.metricKey < b.metricKey ? -1 : 1)), used }
}
