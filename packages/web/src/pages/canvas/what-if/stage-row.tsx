import type { PreviewProgress } from '@deal-canvas/contract'
import { Icon } from '../../../ui/icon.tsx'

type Stage = PreviewProgress['stage']

const names: readonly (readonly [stage: Stage, name: string])[] = [
  ['load', 'Load'],
  ['trace', 'Trace'],
  ['recalculate', 'Recalculate'],
  ['sections', 'Sections'],
]

interface StageRowProps {
  /** Where the preview is; `done` once it is there. */
  stage: Stage | undefined
  /** Undefined: no simulation is wanted. */
  simulation: 'waiting' | 'running' | 'done' | undefined
  /** What was done and how long it took. */
  summary: string
}

/** What has been done of a preview, step by step. */
export const StageRow = ({ stage, simulation, summary }: StageRowProps) => {
  const at = stage === 'done' ? names.length : names.findIndex(([name]) => name === stage)
  const steps = names.map(([, name], n) => ({ name, state: n < at ? 'done' : n === at ? 'running' : 'waiting' }))
  if (simulation !== undefined) steps.push({ name: 'Simulate', state: simulation })
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <div className="what-if-stages">
      <i aria-hidden="true">
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </i>
      <ol aria-label="Steps of the preview">
        {steps.map(({ name, state }) => (
          <li key={name} data-state={state}>
            <Icon name="check" size={14} />
            {name}
            <span className="sr-only">{state === 'done' ? ', done' : state === 'running' ? ', under way' : ''}</span>
          </li>
        ))}
      </ol>
      <p role="status">{summary}</p>
    </div>
  )
}
