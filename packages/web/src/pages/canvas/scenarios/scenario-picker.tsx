import { useId } from 'react'
import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { Picker } from '../../../ui/picker.tsx'
import { orderScenarios } from './comparison/columns.ts'
import type { StartingNumbers } from './use-starting-numbers.ts'

interface ScenarioPickerProps {
  start: StartingNumbers
  className: string | undefined
}

/** Chooses the scenario that a table or a goal seek starts from. With Base alone there is nothing to choose. */
export const ScenarioPicker = ({ start: { scenarios, scenario, choose }, className }: ScenarioPickerProps) => {
  const id = useId()
  return (
    scenarios.length > 1 && (
      <div className={className}>
        <label className="label" htmlFor={id}>
          {messages.scenario()}
        </label>
        <Picker
          id={id}
          choices={orderScenarios(scenarios).map(({ id: one, name, is_presented: isPresented }) => [
            one,
            isPresented ? messages.inTheMemo({ scenario: name }) : name,
          ])}
          chosen={scenario.id}
          onChoose={choose}
        />
      </div>
    )
  )
}
