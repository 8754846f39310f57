import type { FoundTable } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import { type DocumentRow, unreadDocuments } from '../documents/index.ts'
import type { Statements } from '../facts/index.ts'
import type { DraftMaterial, SeriousFinding } from '../memo/index.ts'
import { isComputed, isUnconfirmed, type MetricRow, type Metrics } from '../metrics/index.ts'
import { type ModelComputing, ModelRefusal, type Models, type PresentModel } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import type { Scenarios } from '../scenarios/index.ts'
import type { Thresholds } from '../thresholds/index.ts'

interface Sources {
  computing: Pick<ModelComputing, 'modelTables' | 'strongestInputs'>
  documents: { all(dealId: string): Promise<DocumentRow[]> }
  metrics: Pick<Metrics, 'all'>
  models: Pick<Models, 'present'>
  quality: Pick<Quality, 'of'>
  scenarios: Pick<Scenarios, 'list'>
  statements: Pick<Statements, 'of'>
  thresholds: Pick<Thresholds, 'all'>
}

/** The first of these that the model computes is the return that a draft examines. */
const returns = [
  'levered_irr_pct',
  'gross_irr_pct',
  'equity_multiple',
  'moic',
  'unlevered_irr_pct',
  'value_per_share',
  'equity_value',
  'dscr',
]

/** What a deal team negotiates or assumes, as against what a company or property is. */
const assumptions = new Set([
  'purchase_price',
  'exit_cap_rate_pct',
  'entry_multiple',
  'exit_multiple',
  'interest_rate_pct',
  'loan_amount',
  'ltv_pct',
  'rent_growth_pct',
  'expense_growth_pct',
  'revenue_growth_pct',
  'ebitda_margin_pct',
  'wacc_pct',
  'terminal_growth_pct',
  'tariff',
])

/** What cannot be computed from a workbook is left out of a draft. That all workers are busy is not such a reason. */
const unlessRefused =
  <Otherwise>(otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (error instanceof ModelRefusal) return otherwise
    if (error instanceof DomainError && error.code === 'model_too_costly') return otherwise
    throw error
  }

const noTables: readonly FoundTable[] = []
const noChecks: Pick<DraftMaterial, 'findings' | 'questions'> = { findings: [], questions: [] }

/** Reads what a draft of a memo can use besides the metrics. */
export const createReadMaterial = (sources: Sources) => {
  const { computing, documents, metrics, models, quality, scenarios, statements, thresholds } = sources

  const sensitivityOf = async (
    { state, tier }: PresentModel,
    rows: readonly MetricRow[],
    signal?: AbortSignal,
  ): Promise<DraftMaterial['sensitivity']> => {
    if (state === undefined || tier !== 'full') return undefined
    const sure = new Map(rows.filter((row) => !isUnconfirmed(row)).map((row) => [row.metricKey, row]))
    const metric = returns.find((key) => {
      const row = sure.get(key)
      return row !== undefined && row.value !== null && isComputed(row, tier)
    })
    if (metric === undefined) return undefined
    const found = await computing.strongestInputs(state, metric, signal).catch(unlessRefused([]))
    const inputs = found.map(({ metricKey }) => metricKey).filter((key) => sure.has(key))
    const [first, second] = [
      ...inputs.filter((key) => assumptions.has(key)),
      ...inputs.filter((key) => !assumptions.has(key)),
    ]
    return first === undefined || second === undefined ? undefined : { metric, inputs: [first, second] }
  }

  const checksOf = async (dealId: string): Promise<typeof noChecks> => {
    const { data_quality_summary: found } = await quality.of(dealId)
    const findings = found.findings.flatMap(({ severity, title, sheet, cell, impact }): SeriousFinding[] =>
      severity === 'critical' || severity === 'high'
        ? [{ severity, title, place: placeOf(sheet, cell), metrics: impact.metrics }]
        : [],
    )
    return { findings, questions: found.questions.map(({ message }) => message) }
  }

  return async (actor: Actor, dealId: string, signal?: AbortSignal): Promise<DraftMaterial> => {
    const [model, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    const known = new Set(rows.flatMap(({ metricKey, value }) => (value === null ? [] : [metricKey])))
    const { state } = model
    const [tables, sensitivity, checks, { stated, contradictions }, files, limits, listed] = await Promise.all([
      state === undefined ? noTables : computing.modelTables(state, signal).catch(unlessRefused(noTables)),
      sensitivityOf(model, rows, signal),
      checksOf(dealId).catch(unlessRefused(noChecks)),
      statements.of(dealId, known),
      documents.all(dealId),
      thresholds.all(dealId),
      scenarios.list(actor, dealId, signal).catch(unlessRefused(undefined)),
    ])
    // A private scenario must not become known by a draft.
    const shared = listed?.scenarios.filter(({ kind }) => kind !== 'private') ?? []
    return {
      tables,
      facts: stated,
      contradictions,
      ...checks,
      unread: unreadDocuments(files).map(({ fileName }) => fileName),
      limited: [...new Set(limits.map(({ metricKey }) => metricKey))],
      hasScenarios: state !== undefined && shared.length > 1,
      sensitivity,
    }
  }
}

const placeOf = (sheet: string | null, cell: string | null): string | null =>
  sheet === null ? null : cell === null ? sheet : `${sheet}!${cell}`
