import { formatMetric } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import type { Documents } from '../documents/index.ts'
import type { Reconciliation } from '../facts/index.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import type { ModelComputing, Models, PresentModel } from '../models/index.ts'
import type { Tables } from '../ripple/index.ts'
import type { CompareScenarios, Scenarios } from '../scenarios/index.ts'
import type { DealThreshold, Thresholds } from '../thresholds/index.ts'
import type { SimulateScenarios } from '../uncertainty/index.ts'
import { simulatePresented } from './simulate-presented.ts'

export interface BlockServices {
  compare: CompareScenarios
  computing: Pick<ModelComputing, 'areas'>
  documents: Pick<Documents, 'all'>
  /** The scenario that the memo presents. */
  presentedId(dealId: string): Promise<string>
  metrics: Pick<Metrics, 'all' | 'provenanceFacts'>
  models: Pick<Models, 'present'>
  reconciliation: Pick<Reconciliation, 'differences'>
  scenarios: Pick<Scenarios, 'list'>
  simulate: SimulateScenarios
  tables: Tables
  thresholds: Pick<Thresholds, 'all'>
}

/** What the blocks of one section are computed from; each part is read at most once. */
export interface BlockContext {
  actor: Actor
  dealId: string
  signal: AbortSignal
  model: PresentModel
  rows: ReadonlyMap<string, MetricRow>
  overridden: ReadonlySet<string>
  limits: readonly DealThreshold[]
  services: BlockServices
  labelOf(metricKey: string): string
  /** The value with its unit in the currency of the deal. */
  format(row: Pick<MetricRow, 'unit'>, value: number): string
  documents(): Promise<ReadonlyMap<string, string>>
  contradictions(): ReturnType<Reconciliation['differences']>
  simulated(): ReturnType<typeof simulatePresented>
}

export const readBlockContext = async (
  services: BlockServices,
  { actor, dealId, signal }: Pick<BlockContext, 'actor' | 'dealId' | 'signal'>,
): Promise<BlockContext> => {
  const [model, all, facts, limits] = await Promise.all([
    services.models.present(dealId),
    services.metrics.all(dealId),
    services.metrics.provenanceFacts(dealId),
    services.thresholds.all(dealId),
  ])
  const rows = new Map(all.map((row) => [row.metricKey, row]))
  let names: Promise<ReadonlyMap<string, string>> | undefined
  let differences: ReturnType<Reconciliation['differences']> | undefined
  let simulation: ReturnType<typeof simulatePresented> | undefined
  return {
    actor,
    dealId,
    signal,
    model,
    rows,
    overridden: new Set(facts.overrides.keys()),
    limits,
    services,
    labelOf: (metricKey) => rows.get(metricKey)?.label ?? kindOf(metricKey)?.label ?? metricKey,
    format: ({ unit }, value) => formatMetric(value, unit, model.currency),
    documents: () => {
      names ??= services.documents.all(dealId).then((found) => new Map(found.map(({ id, fileName }) => [id, fileName])))
      return names
    },
    contradictions: () => {
      differences ??= services.reconciliation.differences(dealId)
      return differences
    },
    simulated: () => {
      simulation ??= simulatePresented(services, { actor, dealId, signal })
      return simulation
    },
  }
}
