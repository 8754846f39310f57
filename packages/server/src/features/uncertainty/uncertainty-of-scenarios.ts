import { baseScenarioId } from '@deal-canvas/contract'
import { defaultCorrelations, type RankCorrelation, type Uncertainty } from '@deal-canvas/engine'
import { asOfNow, type ModelComputing, type ModelState, type VaryingInput } from '../models/index.ts'
import type { UncertaintyRow, UncertaintyStore } from './uncertainty.store.ts'

/** The settings that apply to a scenario, and whose they are. */
export interface AppliedSettings {
  source: 'scenario' | 'deal' | 'default'
  /** Undefined for the defaults by kind of metric. */
  row: Pick<UncertaintyRow, 'version' | 'inputs' | 'correlations'> | undefined
}

/** What varies in a model, and how it goes together. */
export interface UncertaintyInModel {
  inputs: VaryingInput[]
  correlations: RankCorrelation[]
}

export type UncertaintyOfScenarios = ReturnType<typeof createUncertaintyOfScenarios>

/** Which uncertainty settings apply to a scenario: its own, else those of the deal, else the defaults. */
export const createUncertaintyOfScenarios = ({
  store,
  computing,
}: {
  store: Pick<UncertaintyStore, 'newest'>
  computing: Pick<ModelComputing, 'uncertainties'>
}) => ({
  appliedTo: async (dealId: string, ids: readonly string[]): Promise<AppliedSettings[]> => {
    const rows = await store.newest(dealId, [...new Set([...ids, baseScenarioId])])
    const ofDeal = rows.get(baseScenarioId)
    return ids.map((id) => {
      const own = rows.get(id)
      if (id !== baseScenarioId && own !== undefined && own.inputs !== null) return { source: 'scenario', row: own }
      return ofDeal === undefined || ofDeal.inputs === null
        ? { source: 'default', row: undefined }
        : { source: 'deal', row: ofDeal }
    })
  },

  /** Inputs that the workbook no longer has are left out. */
  inModel: async (
    state: ModelState,
    row: Pick<UncertaintyRow, 'inputs' | 'correlations'> | undefined,
    signal?: AbortSignal,
  ): Promise<UncertaintyInModel> => {
    const settings = row?.inputs?.map(({ metricKey, ...rest }): [string, Uncertainty] => [metricKey, rest])
    const inputs = await computing
      .uncertainties(state, settings === undefined ? undefined : new Map(settings), signal)
      .catch(asOfNow)
    const varying = new Set(inputs.filter(({ varies }) => varies).map(({ metricKey }) => metricKey))
    const correlations = row === undefined ? defaultCorrelations(varying) : row.correlations
    return { inputs, correlations: correlations.filter(({ one, other }) => varying.has(one) && varying.has(other)) }
  },
})
