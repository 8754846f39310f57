import { removeTeamMember, type Team } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { orgKey } from './organization-query.ts'

interface TakeOutDialogProps {
  orgId: string
  team: Team
  member: { readonly user_id: string; readonly display_name: string }
  onClose: () => void
}

export const TakeOutDialog = ({ orgId, team, member, onClose }: TakeOutDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () =>
      session.client.call(removeTeamMember, {
        params: { org_id: orgId, team_id: team.id, user_id: member.user_id },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Take ${member.display_name} out of ${team.name}?`}
      act="Take out of team"
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">
        They stay in the organization, but lose the deals that they see only through this team.
      </p>
    </FormDialog>
  )
}
