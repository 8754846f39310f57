import type { Scenario } from '@deal-canvas/contract'
import type { Asked } from '../asked.ts'
import type { Standing } from '../scenario-permissions.ts'
import { UncertaintyDialog } from '../uncertainty/uncertainty-dialog.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { InputDialog } from './input-dialog.tsx'
import { DeleteDialog, EndProposalDialog, PresentDialog, ProposeDialog } from './question-dialogs.tsx'

interface ScenarioDialogsProps {
  asked: Asked
  scenarios: readonly Scenario[]
  standing: Standing
  /** The value of an input in Base; null: not known. */
  baseOf: (metricKey: string) => number | null
  onMade: (scenario: Scenario) => void
  onDeleted: () => void
  onClose: () => void
}

/** The open dialog. It closes if its scenario is deleted by someone else. */
export const ScenarioDialogs = (props: ScenarioDialogsProps) => {
  const { asked, scenarios, standing, baseOf, onMade, onDeleted, onClose } = props
  if (asked.act === 'create')
    return <CreateDialog scenarios={scenarios} start={asked.start} onMade={onMade} onClose={onClose} />
  const scenario = scenarios.find(({ id }) => id === asked.id)
  if (scenario === undefined) return null
  const about = { scenario, onClose }
  switch (asked.act) {
    case 'details':
      return <DetailsDialog {...about} standing={standing} />
    case 'input':
      return <InputDialog {...about} metricKey={asked.metricKey} baseOf={baseOf} />
    case 'uncertainty':
      return <UncertaintyDialog {...about} />
    case 'present':
      return <PresentDialog {...about} />
    case 'propose':
      return <ProposeDialog {...about} />
    case 'adopt':
      return <AdoptDialog {...about} />
    case 'delete':
      return <DeleteDialog {...about} onDeleted={onDeleted} />
    default:
      return <EndProposalDialog {...about} outcome={asked.act} />
  }
}
