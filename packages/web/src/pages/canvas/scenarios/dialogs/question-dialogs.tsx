import { maxRationaleLength, type Scenario } from '@deal-canvas/contract'
import { useState } from 'react'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { QuestionDialog } from '../../../../session/question-dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { scenarioSentence } from '../scenario-sentence.ts'
import { useDeleteScenario, useEndProposal, usePresentScenario, useProposeScenario } from '../use-scenario-acts.ts'

interface AboutScenario {
  scenario: Scenario
  onClose: () => void
}

export const PresentDialog = ({ scenario, onClose }: AboutScenario) => {
  const present = usePresentScenario(scenario, onClose)
  const { name } = scenario
  return (
    <FormDialog
      title={messages.presentTitle({ scenario: name })}
      act={messages.presentAct({ scenario: name })}
      busy={present.isPending}
      wrong={scenarioSentence(present.error)}
      refusal={present.error}
      onSubmit={() => present.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">{scenario.kind === 'base' ? messages.presentBaseHint() : messages.presentHint()}</p>
    </FormDialog>
  )
}

export const ProposeDialog = ({ scenario, onClose }: AboutScenario) => {
  const propose = useProposeScenario(scenario, onClose)
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={messages.proposeTitle({ scenario: scenario.name })}
      act={messages.proposeAct()}
      busy={propose.isPending}
      wrong={scenarioSentence(propose.error)}
      refusal={propose.error}
      onSubmit={() => propose.mutate(reason.trim())}
      onClose={onClose}
    >
      <p className="text-fg-2">{messages.proposeHint()}</p>
      <Field
        label={messages.reason()}
        maxLength={maxRationaleLength}
        autoFocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

/** Its author withdraws a proposal, an owner declines it. */
export const EndProposalDialog = ({
  scenario,
  outcome,
  onClose,
}: AboutScenario & { outcome: 'withdraw' | 'decline' }) => {
  const end = useEndProposal(scenario, onClose)
  const about = { scenario: scenario.name }
  const isOwn = outcome === 'withdraw'
  return (
    <QuestionDialog
      title={isOwn ? messages.withdrawTitle(about) : messages.declineTitle(about)}
      act={isOwn ? messages.withdraw() : messages.decline()}
      doing={end}
      onClose={onClose}
    >
      {isOwn ? messages.withdrawHint() : messages.declineHint()}
    </QuestionDialog>
  )
}

export const DeleteDialog = ({ scenario, onClose, onDeleted }: AboutScenario & { onDeleted: () => void }) => {
  const remove = useDeleteScenario(scenario, onDeleted)
  return (
    <QuestionDialog
      title={messages.deleteTitle({ scenario: scenario.name })}
      act={messages.deleteAct()}
      doing={remove}
      onClose={onClose}
    >
      {messages.deleteHint()}
    </QuestionDialog>
  )
}
