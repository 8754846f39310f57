import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { useId } from 'react'
import { canVary } from './varying-inputs.ts'

interface SimulationSwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Why it cannot be turned on. */
  why: string | undefined
  view: ProbabilisticView | undefined
}

const count = new Intl.NumberFormat('en-US')

const viewInWords = ({ samples, uncertain, seed, method, model_runs: runs }: ProbabilisticView): string => {
  const inputs = Object.keys(uncertain).length
  const how = method === 'full' ? 'each computed' : `read off ${count.format(runs)} computed ones`
  return `${count.format(samples)} draws around the new value, ${how}; ${inputs} ${inputs === 1 ? 'input varies' : 'inputs vary'}; seed ${seed}`
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
      <h3 id={id}>Probabilistic</h3>
      <p id={`${id}-why`} className="text-small text-fg-3">
        {why ?? (on ? view && viewInWords(view) : 'How likely which outcome is when the inputs are not sure')}
      </p>
    </div>
  )
}

interface VaryingInputsProps {
  metrics: ReadonlyMap<string, Metric>
  without: string
  varying: readonly string[]
  onChange: (varying: string[]) => void
}

/** As many as one simulation takes. */
const most = 10

/** Which further inputs are not sure. */
export const VaryingInputs = ({ metrics, without, varying, onChange }: VaryingInputsProps) => (
  <details className="what-if-varying">
    <summary>{`${varying.length} further ${varying.length === 1 ? 'input varies' : 'inputs vary'} by ±10%`}</summary>
    <fieldset>
      <legend className="sr-only">Inputs that vary</legend>
      {canVary(metrics.values(), without).map(({ metric_key: key, label }) => {
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
          </label>
        )
      })}
    </fieldset>
  </details>
)
