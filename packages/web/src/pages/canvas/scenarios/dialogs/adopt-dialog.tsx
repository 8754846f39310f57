import type { Scenario, ScenarioConflict } from '@deal-canvas/contract'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import { Note } from '../../../../ui/note.tsx'
import { scenarioSentence } from '../scenario-sentence.ts'
import { useAdoptScenario } from '../use-scenario-acts.ts'
import styles from './adopt-dialog.module.css'
import { readConflicts } from './read-conflicts.ts'

interface AdoptDialogProps {
  scenario: Scenario
  onClose: () => void
}

/** Merges a proposal into the presented scenario, or shows why it cannot be merged. */
export const AdoptDialog = ({ scenario, onClose }: AdoptDialogProps) => {
  const adopt = useAdoptScenario(scenario, onClose)
  const conflicts = readConflicts(adopt.error)
  return (
    <FormDialog
      title={messages.adoptTitle({ scenario: scenario.name })}
      act={messages.adoptAct()}
      busy={adopt.isPending}
      idle={conflicts !== undefined}
      wrong={conflicts === undefined ? scenarioSentence(adopt.error) : undefined}
      refusal={adopt.error}
      onSubmit={() => adopt.mutate()}
      onClose={onClose}
    >
      {conflicts === undefined ? (
        <p className="text-fg-2">{messages.adoptHint()}</p>
      ) : (
        <>
          <Note tone="red">{messages.conflictHint({ count: conflicts.length })}</Note>
          <ConflictTable conflicts={conflicts} />
        </>
      )}
    </FormDialog>
  )
}

const ConflictTable = ({ conflicts }: { conflicts: readonly ScenarioConflict[] }) => {
  const metrics = useMetrics()
  return (
    <table className={styles.conflicts} aria-label={messages.conflicts()}>
      <thead>
        <tr>
          <th scope="col">{messages.input()}</th>
          <th scope="col">{messages.whenProposed()}</th>
          <th scope="col">{messages.current()}</th>
          <th scope="col">{messages.proposedValue()}</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ metric_key: key, label, base, current, proposed }) => {
          const values = [base, current, proposed]
          const format = seriesFormatter(
            values.filter((value) => value !== null),
            metrics.get(key)?.unit ?? 'ratio',
            { isExact: true },
          )
          const [was, is, wanted] = values.map((value) => (value === null ? messages.noOverride() : format(value)))
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{was}</td>
              <td>{is}</td>
              <td>{wanted}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
