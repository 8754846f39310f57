import type { MetricUnit } from '@deal-canvas/contract'

/** What the json format contains; the other formats of numbers show the same as tables. Described in docs/EXPORTS.md. */
export interface ExportedNumbers {
  /** Names the form of the file; a change that breaks readers gets another number. */
  format: 'deal-canvas.numbers/1'
  exported_at: string
  watermark: { name: string; email: string | null; at: string } | null
  deal: { id: string; name: string; currency: string; model_version: number }
  /** The scenario whose numbers the metrics are; null: what the memo presents. */
  scenario: { id: string; name: string } | null
  metrics: ExportedMetric[]
  scenarios: ExportedScenario[]
  findings: ExportedFinding[]
  contradictions: ExportedContradiction[]
  comments: ExportedComment[]
  sources: ExportedSource[]
  facts: ExportedFact[]
}

interface CellPlace {
  file: string
  sheet: string
  cell: string
}

export interface ExportedMetric {
  key: string
  label: string
  unit: MetricUnit
  /** In the unit; a date as its day number in spreadsheets. */
  value: number | null
  kind: 'input' | 'derived'
  period: string | null
  source: CellPlace | null
  origin: string
  confirmation: string
  /** Who chose or confirmed the cell; null: nobody. */
  confirmed_by: string | null
  confidence: number | null
  workbook_value: number | null
  override: { value: number; by: string; at: string; reason: string | null } | null
}

export interface ExportedScenario {
  id: string
  name: string
  note: string | null
  is_presented: boolean
  /** Why it could not be computed; null: it was. */
  error: string | null
  overrides: {
    key: string
    label: string
    unit: MetricUnit
    value: number
    reason: string | null
    /** True: it is not applied, because the workbook does not have this metric. */
    is_detached: boolean
    by: string | null
    at: string
  }[]
  /** By metric key. */
  values: Record<string, number | null>
}

export interface ExportedFinding {
  severity: string
  check: string
  title: string
  message: string
  sheet: string | null
  cell: string | null
  dependents: number
  metrics: string[]
}

export interface ExportedContradiction {
  key: string
  label: string
  unit: MetricUnit
  status: string
  severity: string | null
  period: string | null
  stated: {
    file: string
    page: number | null
    sheet: string | null
    cell: string | null
    value: number
    quote: string | null
  }
  compared_with: { file: string; page: number | null; sheet: string | null; cell: string | null; value: number }
  difference: number
  settlement: { choice: string; reason: string; by: string | null; at: string } | null
}

export interface ExportedComment {
  /** The first comment of a thread and its replies have the same number. */
  thread: number
  is_reply: boolean
  type: string
  status: string
  author: string
  at: string
  text: string
  anchor: {
    section: string | null
    metric: string | null
    file: string | null
    sheet: string | null
    cell: string | null
    page: number | null
    quote: string | null
    state: string
  }
  resolved: { by: string | null; at: string } | null
}

export interface ExportedSource {
  file: string
  folder: string | null
  kind: string
  bytes: number
  sha256: string
  uploaded_by: string
  uploaded_at: string
  /** Whether the numbers come from it. */
  is_model: boolean
}

export interface ExportedFact {
  file: string
  page: number | null
  sheet: string | null
  cell: string | null
  key: string | null
  term: string
  value: number
  unit: string
  currency: string | null
  period: string | null
  qualifier: string | null
  quote: string | null
  confidence: number
}
