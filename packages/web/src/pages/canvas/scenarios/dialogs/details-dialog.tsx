import type { Scenario } from '@deal-canvas/contract'
import { commonMessages } from '../../../../messages/common.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'
import { useEditScenario } from '../use-scenario-acts.ts'
import { bodyOf, detailsOf, ScenarioDialog } from './scenario-dialog.tsx'

interface DetailsDialogProps {
  scenario: Scenario
  standing: Standing
  onClose: () => void
}

/** Changes name, note, color and visibility of a scenario. */
export const DetailsDialog = ({ scenario, standing, onClose }: DetailsDialogProps) => {
  const save = useEditScenario(onClose)
  const { canShare } = scenarioPermissions(scenario, standing)
  return (
    <ScenarioDialog
      title={messages.detailsTitle({ scenario: scenario.name })}
      act={commonMessages.save()}
      initial={detailsOf(scenario)}
      canChooseVisibility={canShare}
      busy={save.isPending}
      error={save.error}
      onSubmit={(details) =>
        save.mutate({
          scenario,
          body: {
            ...bodyOf(details),
            ...(canShare && details.visibility === 'shared' ? { visibility: 'shared' } : {}),
          },
        })
      }
      onClose={onClose}
    />
  )
}
