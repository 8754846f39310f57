import { atLeast, baseScenarioId, dealRoles, type Scenario } from '@deal-canvas/contract'
import { useState } from 'react'
import { useCanvas, useMetrics } from '../../../../deal-data/canvas-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { SelectField } from '../../../../ui/select-field.tsx'
import type { ScenarioStart } from '../asked.ts'
import { useCreateScenario } from '../use-scenario-acts.ts'
import { basedOnOf, bodyOf, ScenarioDialog, useUsualVisibility } from './scenario-dialog.tsx'

interface CreateDialogProps {
  scenarios: readonly Scenario[]
  start: ScenarioStart
  /** Runs even if the page was left meanwhile. */
  onMade: (scenario: Scenario) => void
  onClose: () => void
}

/** Creates a scenario, on its own or based on another one. */
export const CreateDialog = ({ scenarios, start, onMade, onClose }: CreateDialogProps) => {
  const { deal } = useCanvas()
  const metrics = useMetrics()
  const [basedOn, setBasedOn] = useState(start.basedOn?.id ?? baseScenarioId)
  const visibility = useUsualVisibility()
  const create = useCreateScenario((scenario) => {
    onMade(scenario)
    onClose()
  })
  const { override } = start
  // A case of the workbook has no inputs of its own that another scenario could start with.
  const bases = scenarios.filter(({ kind }) => kind !== 'workbook')
  const input = override === undefined ? undefined : metrics.get(override.metric_key)
  return (
    <ScenarioDialog
      title={messages.createTitle()}
      act={messages.create()}
      initial={{ name: start.name ?? '', note: '', color: undefined, visibility }}
      canChooseVisibility={atLeast(dealRoles, deal.role, 'editor')}
      busy={create.isPending}
      error={create.error}
      onSubmit={(details) =>
        create.mutate({
          ...bodyOf(details),
          visibility: details.visibility,
          based_on: basedOnOf(basedOn),
          ...(override === undefined ? {} : { overrides: [override] }),
        })
      }
      onClose={onClose}
    >
      <SelectField
        label={messages.basedOn()}
        hint={messages.basedOnHint()}
        value={basedOn}
        onChange={({ target }) => setBasedOn(target.value)}
      >
        {bases.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {override !== undefined && input !== undefined && (
        <p className="text-small text-fg-2">
          {messages.createWithInput({ input: input.label, value: formatMetric(override.value, input.unit) })}
        </p>
      )}
    </ScenarioDialog>
  )
}
