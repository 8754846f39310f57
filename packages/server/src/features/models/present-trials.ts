import type { InvalidTrials, TornadoBar } from '@deal-canvas/contract'
import type { OutputResult } from '@deal-canvas/engine'

/** The bars of a tornado for the API. */
export const presentTornado = (bars: OutputResult['tornado']): TornadoBar[] =>
  bars.map(({ key, inputP10, inputP90, atP10, atP90 }) => ({
    metric_key: key,
    input_p10: inputP10,
    input_p90: inputP90,
    at_p10: atP10,
    at_p90: atP90,
  }))

/** Trials that gave no number, for the API. */
export const presentInvalidTrials = ({
  total,
  notANumber,
  error,
  notConverged,
  reasons,
}: OutputResult['invalid']): InvalidTrials => ({
  total,
  not_a_number: notANumber,
  error,
  not_converged: notConverged,
  reasons: { ...reasons },
})
