import { maxSimulatedScenarios, type Scenario, type Threshold } from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { Note } from '../../../../ui/note.tsx'
import { RowAct } from '../../../../ui/row-menu.tsx'
import type { Ask } from '../asked.ts'
import styles from './probabilities-card.module.css'
import { type ProbabilityColumn, ProbabilityTable } from './probability-table.tsx'
import type { Simulation } from './use-simulated-columns.ts'

interface ProbabilitiesCardProps {
  /** The compared scenarios; the first ones are simulated. */
  compared: readonly Scenario[]
  thresholds: readonly Threshold[]
  simulation: Simulation
  onAsk: Ask
}

/** How likely each limit is to be breached in the compared scenarios, and the ranges of their outputs. */
export const ProbabilitiesCard = ({ compared, thresholds, simulation, onAsk }: ProbabilitiesCardProps) => {
  const { columns, error, isRunning, isOutdated, durationMs, simulate } = simulation
  const hasAny = columns.some(({ simulated }) => simulated !== undefined)
  const hasNew = !isRunning && hasAny && columns.some(({ simulated }) => simulated === undefined)
  const isDone = hasAny && !isRunning && error === null
  const done = columns.filter(({ simulated }) => simulated !== undefined).length
  const isStale = isOutdated || hasNew
  return (
    <Card
      title={messages.title()}
      act={
        <>
          <span className="text-small text-fg-3" role="status">
            {isRunning
              ? messages.progress({ done, total: columns.length })
              : isDone &&
                durationMs !== undefined &&
                messages.duration({ count: done, seconds: (durationMs / 1000).toFixed(1) })}
          </span>
          <SettingsMenu columns={columns} onAsk={onAsk} />
          <Button look={isStale ? 'primary' : 'plain'} busy={isRunning} onClick={simulate}>
            {hasAny ? messages.simulateAgain() : messages.simulate()}
          </Button>
        </>
      }
    >
      {(error !== null || isStale || compared.length > maxSimulatedScenarios) && (
        <div className={styles.notes}>
          {error !== null && !isRunning && <Note tone="red">{sentenceFor(error)}</Note>}
          {isStale && <Note tone="amber">{isOutdated ? messages.outdated() : messages.newColumns()}</Note>}
          {compared.length > maxSimulatedScenarios && (
            <p className="text-small text-fg-3">{messages.onlyFirst({ max: maxSimulatedScenarios })}</p>
          )}
        </div>
      )}
      {hasAny || isRunning ? (
        <ProbabilityTable columns={columns} thresholds={thresholds} busy={isRunning} />
      ) : (
        <p className={styles.intro}>{messages.intro()}</p>
      )}
    </Card>
  )
}

interface SettingsMenuProps {
  columns: readonly ProbabilityColumn[]
  onAsk: Ask
}

/** Opens the settings of a scenario. */
const SettingsMenu = ({ columns, onAsk }: SettingsMenuProps) => (
  <Menu
    label={messages.settings()}
    className="btn"
    face={
      <>
        <Icon name="sliders" size={14} />
        {messages.settings()}
        <Icon name="down" size={14} />
      </>
    }
  >
    {() =>
      columns.map(({ scenario: { id, name } }) => (
        <RowAct key={id} onSelect={() => onAsk({ act: 'uncertainty', id })}>
          <span className="min-w-0 flex-1 truncate">{name}</span>
        </RowAct>
      ))
    }
  </Menu>
)
