import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { useId } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { rangeText } from './range-text.ts'
import { canVary } from './varying-inputs.ts'

interface SimulationSwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Why it cannot be turned on. */
  why: string | undefined
  view: ProbabilisticView | undefined
}

const formatView = ({ samples, uncertain, seed, method, model_runs: runs }: ProbabilisticView): string => {
  const view = { trials: samples, inputs: Object.keys(uncertain).length, seed }
  return method === 'full'
    ? whatIfMessages.simulated(view)
    : whatIfMessages.simulatedInterpolated({ ...view, computed: runs })
}

export const SimulationSwitch = ({ on, onChange, why, view }: SimulationSwitchProps) => {
  const id = useId()
  return (
    <div className="what-if-switch">
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-disabled={why !== undefined || undefined}
        aria-labelledby={id}
        aria-describedby={`${id}-why`}
        onClick={() => why === undefined && onChange(!on)}
      />
      <h3 id={id}>{whatIfMessages.simulation()}</h3>
      <p id={`${id}-why`} className="text-small text-fg-3">
        {why ?? (on ? view && formatView(view) : whatIfMessages.simulationHint())}
      </p>
    </div>
  )
}

interface VaryingInputsProps {
  metrics: ReadonlyMap<string, Metric>
  without: string
  varying: readonly string[]
  /** The last simulation, which knows how far each input reaches. */
  view: ProbabilisticView | undefined
  onChange: (varying: string[]) => void
}

/** As many as one simulation takes. */
const most = 10

/** Which further inputs are uncertain, and how far each of them reaches. */
export const VaryingInputs = ({ metrics, without, varying, view, onChange }: VaryingInputsProps) => (
  <details className="what-if-varying">
    <summary>{whatIfMessages.furtherUncertain({ count: varying.length })}</summary>
    <fieldset>
      <legend className="sr-only">{whatIfMessages.uncertainInputs()}</legend>
      {canVary(metrics.values(), without).map(({ metric_key: key, label, unit }) => {
        const on = varying.includes(key)
        return (
          <label key={key}>
            <input
              type="checkbox"
              checked={on}
              disabled={!on && varying.length >= most}
              onChange={() => onChange(on ? varying.filter((one) => one !== key) : [...varying, key])}
            />
            {label}
            {on && <span className="text-small text-fg-3">{rangeText(view?.uncertain[key], unit)}</span>}
          </label>
        )
      })}
    </fieldset>
  </details>
)
