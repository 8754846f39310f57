import type { DealTier, FrozenCells, MetricUnit } from '@deal-canvas/contract'
import type { FoundMetric } from '../metrics/index.ts'
import type { LostCell } from './chosen-cells.ts'
import type { AppliedValue, ChosenCell, ModelState, ReadingOptions, ReplacedValue } from './model-state.ts'
import type { DealModelRow } from './models.store.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { WorkbookTemplate } from './workbook-reading.ts'

/** The metrics read from a workbook, ready to be adopted by a deal. */
export interface BuiltModel {
  /** The version of the deal's model that it was built on; 0 if there was none. */
  basedOn: number
  tier: 'full' | 'values_only'
  /** The kind of deal; '' if the workbook does not say. */
  dealType: string
  formulas: number
  computed: number
  agreeing: number
  uncached: number
  frozen: FrozenCells
  metrics: FoundMetric[]
  quality: QualitySnapshot
  /** Workbook values of overridden metrics; absent in builds stored by older versions. */
  replaced?: readonly ReplacedValue[]
  lostSources: LostCell[]
  lostOverrides: string[]
  /** The version of the reading settings; absent, like the following fields, in builds stored by older versions. */
  readingVersion?: number
  template?: WorkbookTemplate
  /** ISO 4217; null if the workbook does not say. */
  currency?: string | null
  /** Cells the organization chose earlier for this template. Undefined if the deal's own cells stay. */
  remembered?: readonly RememberedCell[]
}

/** A cell chosen for a template, by whom and when. */
export interface RememberedCell {
  metricKey: string
  sheet: string
  cell: string
  scale: number
  chosenBy: string
  chosenAt: Date | string
}

export interface Difference {
  metricKey: string
  label: string
  before: number | null
  after: number | null
}

/** The result of adopting a model. */
export interface Adopted {
  version: number
  moved: string[]
  lost: string[]
  differences: Difference[]
  staleSections: string[]
}

/** A cell as chosen by a person. */
export interface Choice {
  metricKey: string
  documentId: string | undefined
  sheet: string
  cell: string
  scale: number | undefined
  /** New label and unit of a custom metric; undefined if unchanged. */
  named?: { label: string; unit: MetricUnit }
  /** The version of the metric the caller has seen. */
  seen: number | undefined
}

/** The current model of a deal. */
export interface PresentModel {
  version: number
  tier: DealTier
  row: DealModelRow | undefined
  sources: readonly ChosenCell[]
  overrides: readonly AppliedValue[]
  options: ReadingOptions
  readingVersion: number
  /** ISO 4217. */
  currency: string
  /** Undefined if there is no workbook. */
  state: ModelState | undefined
}

/** A chosen cell that contains a number, with the model the deal would have. */
export interface Tried {
  choice: Choice
  document: { id: string; sha256: string; fileName: string }
  place: { sheet: string; cell: string; scale: number }
  built: BuiltModel
}
