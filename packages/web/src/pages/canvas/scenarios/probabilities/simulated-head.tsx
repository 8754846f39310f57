import type { Scenario, SimulatedScenario } from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import headStyles from '../comparison/column-head.module.css'
import { ScenarioDot } from '../scenario-dot.tsx'

interface SimulatedHeadProps {
  scenario: Scenario
  /** Undefined: it has not arrived, or was not asked for. */
  simulated: SimulatedScenario | undefined
  isPending: boolean
}

/** A scenario, and what its results rest on. */
export const SimulatedHead = ({ scenario: { name, color }, simulated, isPending }: SimulatedHeadProps) => (
  <div className={headStyles.head}>
    <div className={headStyles.name}>
      <ScenarioDot color={color} />
      <span title={name}>{name}</span>
    </div>
    {simulated === undefined ? (
      <p className={headStyles.by}>{isPending ? messages.simulating() : messages.notSimulated()}</p>
    ) : (
      <Basis simulated={simulated} />
    )}
  </div>
)

const Basis = ({ simulated }: { simulated: SimulatedScenario }) => {
  const { error, samples, requested_samples: requested, inputs, uncertainty_source: source } = simulated
  if (error !== null) return <p className={headStyles.error}>{messages.failed({ reason: error })}</p>
  return (
    <>
      <p className={headStyles.by}>{messages.trialsAndInputs({ trials: samples, inputs })}</p>
      <p className={headStyles.by}>{messages.source({ source })}</p>
      {samples < requested && <p className={`${headStyles.note} text-amber`}>{messages.fewerTrials({ requested })}</p>}
    </>
  )
}
