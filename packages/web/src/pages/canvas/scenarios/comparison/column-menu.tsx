import { canComment, type Scenario } from '@deal-canvas/contract'
import { commonMessages } from '../../../../messages/common.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { uncertaintyMessages } from '../../../../messages/uncertainty.ts'
import { RowAct, RowMenu, RowSeparator } from '../../../../ui/row-menu.tsx'
import type { Ask } from '../asked.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'

interface ColumnMenuProps {
  scenario: Scenario
  standing: Standing
  onAsk: Ask
  onHide: () => void
}

/** What the user can do with a scenario. */
export const ColumnMenu = ({ scenario, standing, onAsk, onHide }: ColumnMenuProps) => {
  const { id, name, kind, proposal } = scenario
  const can = scenarioPermissions(scenario, standing)
  const isBase = kind === 'base'
  const canCreate = canComment(standing.deal)
  return (
    <RowMenu label={messages.menuOf({ scenario: name })}>
      {can.canEdit && (
        <>
          <RowAct onSelect={() => onAsk({ act: 'input', id })}>{messages.addInput()}</RowAct>
          <RowAct onSelect={() => onAsk({ act: 'details', id })}>{messages.details()}</RowAct>
        </>
      )}
      <RowAct onSelect={() => onAsk({ act: 'uncertainty', id })}>{uncertaintyMessages.settings()}</RowAct>
      {canCreate && kind !== 'workbook' && (
        <RowAct
          onSelect={() =>
            onAsk({
              act: 'create',
              start: { basedOn: scenario, ...(isBase ? {} : { name: messages.copyOf({ scenario: name }) }) },
            })
          }
        >
          {isBase ? messages.newScenario() : messages.duplicate()}
        </RowAct>
      )}
      {can.canPresent && <RowAct onSelect={() => onAsk({ act: 'present', id })}>{messages.present()}</RowAct>}
      {can.canPropose && (
        <RowAct onSelect={() => onAsk({ act: 'propose', id })}>
          {proposal === null ? messages.propose() : messages.proposeAgain()}
        </RowAct>
      )}
      {can.canAdopt && <RowAct onSelect={() => onAsk({ act: 'adopt', id })}>{messages.adopt()}</RowAct>}
      {can.canWithdraw && <RowAct onSelect={() => onAsk({ act: 'withdraw', id })}>{messages.withdraw()}</RowAct>}
      {can.canDecline && <RowAct onSelect={() => onAsk({ act: 'decline', id })}>{messages.decline()}</RowAct>}
      {!isBase && <RowAct onSelect={onHide}>{messages.hide()}</RowAct>}
      {can.canDelete && (
        <>
          <RowSeparator />
          <RowAct danger onSelect={() => onAsk({ act: 'delete', id })}>
            {commonMessages.delete()}
          </RowAct>
        </>
      )}
    </RowMenu>
  )
}
