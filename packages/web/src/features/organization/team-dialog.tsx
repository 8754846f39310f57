import { createTeam, maxOrgNameLength, renameTeam, type Team } from '@deal-canvas/contract'
import { useState } from 'react'
import { organizationMessages } from '../../messages/organization.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { orgKey } from './org-query.ts'

interface TeamDialogProps {
  orgId: string
  /** Absent: a new team. */
  team?: Team
  onClose: () => void
}

export const TeamDialog = ({ orgId, team, onClose }: TeamDialogProps) => {
  const { session, queries } = useServices()
  const [name, setName] = useState(team?.name ?? '')
  const save = useCreation(
    (body: { name: string }, idempotencyKey) =>
      team === undefined
        ? session.client.call(createTeam, { params: { org_id: orgId }, body, idempotencyKey })
        : session.client.call(renameTeam, { params: { org_id: orgId, team_id: team.id }, body }),
    async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onClose()
    },
  )
  const title =
    team === undefined ? organizationMessages.newTeam() : organizationMessages.renameTeamTitle({ team: team.name })
  return (
    <FormDialog
      title={title}
      act={team === undefined ? organizationMessages.createTeam() : organizationMessages.renameTeam()}
      busy={save.isPending}
      idle={name.trim() === '' || name.trim() === team?.name}
      wrong={save.isError && !isAboutFields(save.error, ['name']) ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate({ name: name.trim() })}
      onClose={onClose}
    >
      <Field
        label={organizationMessages.nameLabel()}
        maxLength={maxOrgNameLength}
        value={name}
        error={aboutField(save.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
