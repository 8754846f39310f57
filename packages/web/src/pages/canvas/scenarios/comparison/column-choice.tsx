import { maxComparedScenarios, type Scenario } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { RowNote } from '../../../../ui/row-menu.tsx'
import { orderScenarios } from './columns.ts'

interface ColumnChoiceProps {
  scenarios: readonly Scenario[]
  shown: readonly Scenario[]
  onShow: (id: string) => void
  onHide: (id: string) => void
}

/** Chooses which scenarios are compared. */
export const ColumnChoice = ({ scenarios, shown, onShow, onHide }: ColumnChoiceProps) => {
  const isShown = (id: string): boolean => shown.some((one) => one.id === id)
  const label = messages.columns({ shown: shown.length, total: scenarios.length })
  return (
    <Menu
      label={label}
      className="btn"
      face={
        <>
          {label}
          <Icon name="down" size={14} />
        </>
      }
    >
      {({ CheckboxItem, ItemIndicator }) => (
        <>
          {orderScenarios(scenarios)
            .filter(({ kind }) => kind !== 'base')
            .map(({ id, name }) => (
              <CheckboxItem
                key={id}
                checked={isShown(id)}
                // The menu stays open for the next choice.
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(checked) => (checked ? onShow(id) : onHide(id))}
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <ItemIndicator>
                  <Icon name="check" />
                </ItemIndicator>
              </CheckboxItem>
            ))}
          <RowNote>{messages.columnsHint({ max: maxComparedScenarios })}</RowNote>
        </>
      )}
    </Menu>
  )
}
