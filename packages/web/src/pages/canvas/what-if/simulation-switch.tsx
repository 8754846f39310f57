import type { ProbabilisticView } from '@deal-canvas/contract'
import { useId } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import styles from './simulation-switch.module.css'

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
