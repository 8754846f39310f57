import type { ComparedMetric, Scenario } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { RowAct } from '../../../../ui/row-menu.tsx'
import type { Ask } from '../asked.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'
import styles from './comparison-table.module.css'

interface FootRowProps {
  scenarios: readonly Scenario[]
  /** What can be added as a row. */
  others: readonly ComparedMetric[]
  standing: Standing
  onAdd: (metricKey: string) => void
  onAsk: Ask
}

/** Adds a row, and the main action on each scenario. */
export const FootRow = ({ scenarios, others, standing, onAdd, onAsk }: FootRowProps) => (
  <tr className={styles.foot}>
    <td className={styles.label}>
      {others.length > 0 && (
        <Menu
          label={messages.addRow()}
          className="btn ghost"
          align="start"
          face={
            <>
              <Icon name="plus" size={14} />
              {messages.addRow()}
            </>
          }
        >
          {() =>
            others.map(({ metric_key: key, label }) => (
              <RowAct key={key} onSelect={() => onAdd(key)}>
                {label}
              </RowAct>
            ))
          }
        </Menu>
      )}
    </td>
    {scenarios.map((scenario) => (
      <td key={scenario.id}>
        <MainAct scenario={scenario} standing={standing} onAsk={onAsk} />
      </td>
    ))}
  </tr>
)

interface MainActProps {
  scenario: Scenario
  standing: Standing
  onAsk: Ask
}

const MainAct = ({ scenario, standing, onAsk }: MainActProps) => {
  const { id, name, is_presented: isPresented } = scenario
  const { canAdopt, canPresent, canPropose } = scenarioPermissions(scenario, standing)
  if (isPresented) return <span className="text-small text-fg-3">{messages.presented()}</span>
  const act = canAdopt
    ? (['adopt', messages.adopt()] as const)
    : canPresent
      ? (['present', messages.present()] as const)
      : canPropose && scenario.proposal === null
        ? (['propose', messages.propose()] as const)
        : undefined
  return (
    act !== undefined && (
      <Button aria-label={messages.actOn({ act: act[1], scenario: name })} onClick={() => onAsk({ act: act[0], id })}>
        {act[1]}
      </Button>
    )
  )
}
