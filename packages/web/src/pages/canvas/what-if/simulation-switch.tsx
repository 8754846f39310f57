import { type Metric, maxUncertainMetrics, type ProbabilisticView } from '@deal-canvas/contract'
import { useId } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { rangeText } from './range-text.ts'
import styles from './simulation-switch.module.css'
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
    <div className={styles.switch}>
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
  /** The last simulation, which has the range of each input. */
  view: ProbabilisticView | undefined
  onChange: (varying: string[]) => void
}

/** The other uncertain inputs and their ranges. */
export const VaryingInputs = ({ metrics, without, varying, view, onChange }: VaryingInputsProps) => (
  <details className={styles.varying}>
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
              disabled={!on && varying.length >= maxUncertainMetrics}
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
