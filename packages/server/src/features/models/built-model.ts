import type { DealTier, FrozenCells, MetricUnit } from '@deal-canvas/contract'
import type { FoundMetric } from '../metrics/metrics.service.ts'
import type { LostCell } from './chosen-cells.ts'
import type { AppliedValue, ChosenCell, ModelState, ReplacedValue, ToldOfWorkbook } from './model-state.ts'
import type { DealModelRow } from './models.store.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { WorkbookTemplate } from './workbook-reading.ts'

/** A workbook as the numbers of a deal, ready to be taken in. */
export interface BuiltModel {
  /** The version of the deal's model that it was built for; 0: there was none. */
  basedOn: number
  tier: 'full' | 'values_only'
  /** What kind of deal it is about; '': nothing in the workbook says it. */
  dealType: string
  formulas: number
  computed: number
  agreeing: number
  uncached: number
  frozen: FrozenCells
  metrics: FoundMetric[]
  quality: QualitySnapshot
  /** What the workbook says of metrics that a value was applied over; builds kept by older versions do not have it. */
  replaced?: readonly ReplacedValue[]
  lostSources: LostCell[]
  lostOverrides: string[]
  /** The version of what people told about the workbook; builds kept by older versions do not have these. */
  readingVersion?: number
  template?: WorkbookTemplate
  /** ISO 4217; null: nothing in the workbook tells. */
  currency?: string | null
  /** Cells that the organization chose for this template before. Undefined: those that the deal has stay. */
  remembered?: readonly RememberedCell[]
}

/** A cell that was chosen for a template, by whom and when. */
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

/** What taking in a model did. */
export interface Adopted {
  version: number
  moved: string[]
  lost: string[]
  differences: Difference[]
  staleSections: string[]
}

/** A cell as a person chooses it. */
export interface Choice {
  metricKey: string
  documentId: string | undefined
  sheet: string
  cell: string
  scale: number | undefined
  /** How a custom metric is called from now on; undefined: as it is. */
  named?: { label: string; unit: MetricUnit }
  /** The version of the metric that the caller has seen. */
  seen: number | undefined
}

/** The numbers of a deal at one moment. */
export interface PresentModel {
  version: number
  tier: DealTier
  row: DealModelRow | undefined
  sources: readonly ChosenCell[]
  overrides: readonly AppliedValue[]
  told: ToldOfWorkbook
  readingVersion: number
  /** ISO 4217. */
  currency: string
  /** Undefined: there is no workbook. */
  state: ModelState | undefined
}

/** A chosen cell that has a number, with what the deal becomes by it. */
export interface Tried {
  choice: Choice
  document: { id: string; sha256: string; fileName: string }
  place: { sheet: string; cell: string; scale: number }
  built: BuiltModel
}
