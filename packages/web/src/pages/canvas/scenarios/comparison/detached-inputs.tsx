import type { Scenario } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { Note } from '../../../../ui/note.tsx'
import { withoutInputs } from '../scenario-inputs.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'
import { useEditScenario } from '../use-scenario-acts.ts'

interface DetachedInputsProps {
  scenario: Scenario
  standing: Standing
}

/** Inputs of a scenario that the current workbook does not have. */
export const DetachedInputs = ({ scenario, standing }: DetachedInputsProps) => {
  const remove = useEditScenario(() => undefined)
  const detached = scenario.overrides.filter(({ is_detached: isDetached }) => isDetached)
  const count = detached.length
  if (count === 0) return null
  const inputs = detached.map(({ label, value, unit }) =>
    messages.detachedInput({ input: label, value: formatMetric(value, unit) }),
  )
  const keys = detached.map(({ metric_key: key }) => key)
  return (
    <Note
      tone="amber"
      icon="alert"
      act={
        scenarioPermissions(scenario, standing).canEdit && (
          <Button
            busy={remove.isPending}
            onClick={() => remove.mutate({ scenario, body: { overrides: withoutInputs(scenario, keys) } })}
          >
            {messages.removeDetached({ count })}
          </Button>
        )
      }
    >
      {remove.isError
        ? sentenceFor(remove.error)
        : messages.detached({ scenario: scenario.name, count, inputs: inputs.join(', ') })}
    </Note>
  )
}
