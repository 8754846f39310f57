import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { LabeledPicker } from '../../../ui/labeled-picker.tsx'
import { orderScenarios } from './comparison/columns.ts'
import type { StartingNumbers } from './use-starting-numbers.ts'

interface ScenarioPickerProps {
  start: StartingNumbers
  className: string | undefined
}

/** Chooses the scenario that a table or a goal seek starts from. With Base alone there is nothing to choose. */
export const ScenarioPicker = ({ start: { scenarios, scenario, choose }, className }: ScenarioPickerProps) =>
  scenarios.length > 1 && (
    <LabeledPicker
      label={messages.scenario()}
      className={className}
      choices={orderScenarios(scenarios).map(({ id, name, is_presented: isPresented }) => [
        id,
        isPresented ? messages.inTheMemo({ scenario: name }) : name,
      ])}
      chosen={scenario.id}
      onChoose={choose}
    />
  )
