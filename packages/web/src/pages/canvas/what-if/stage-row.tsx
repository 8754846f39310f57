import type { PreviewProgress } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './stage-row.module.css'

type Stage = PreviewProgress['stage']
type State = 'waiting' | 'running' | 'done'

const names: readonly (readonly [stage: Stage, name: string])[] = [
  ['load', whatIfMessages.stepLoad()],
  ['trace', whatIfMessages.stepTrace()],
  ['recalculate', whatIfMessages.stepRecalculate()],
  ['sections', whatIfMessages.stepSections()],
]

interface StageRowProps {
  /** The current stage of the preview; `done` once it is finished. */
  stage: Stage | undefined
  /** Undefined: no simulation was requested. */
  simulation: State | undefined
  /** What was done and how long it took. */
  summary: string
}

const stateMessages = { done: whatIfMessages.stepDone, running: whatIfMessages.stepRunning }

const formatStep = (step: string, state: State): ReactNode =>
  state === 'waiting'
    ? step
    : stateMessages[state].rich({ step, hidden: (text) => <span className="sr-only">{text}</span> })

/** The progress of a preview, step by step. */
export const StageRow = ({ stage, simulation, summary }: StageRowProps) => {
  const at = stage === 'done' ? names.length : names.findIndex(([name]) => name === stage)
  const steps = names.map(([, name], n): { name: string; state: State } => ({
    name,
    state: n < at ? 'done' : n === at ? 'running' : 'waiting',
  }))
  if (simulation !== undefined) steps.push({ name: whatIfMessages.stepSimulate(), state: simulation })
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <div className={styles.stages}>
      <i aria-hidden="true">
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </i>
      <ol aria-label={whatIfMessages.steps()}>
        {steps.map(({ name, state }) => (
          <li key={name} data-state={state}>
            <Icon name="check" size={14} />
            {formatStep(name, state)}
          </li>
        ))}
      </ol>
      <p role="status">{summary}</p>
    </div>
  )
}
