import { changeUser, requestMagicLink, type SuperAdminUserResponse } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { questions, type UserQuestion } from './user-act.ts'
import { usersKey } from './users-query.ts'

interface UserQuestionDialogProps {
  user: SuperAdminUserResponse
  about: UserQuestion
  onClose: () => void
  onDone: (said: string) => void
}

/** Asks for confirmation and names what will happen. */
export const UserQuestionDialog = ({ user, about, onClose, onDone }: UserQuestionDialogProps) => {
  const { session, queries } = useServices()
  const { title, effect, act, done, danger = false, change } = questions[about]
  const answer = useMutation({
    mutationFn: async () => {
      if (change !== undefined) {
        await session.client.call(changeUser, { params: { user_id: user.id }, body: change })
      } else if (user.email !== null) {
        await session.client.call(requestMagicLink, { body: { email: user.email } })
      }
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: usersKey })
      onDone(done({ name: user.display_name, email: user.email ?? '' }))
    },
  })
  return (
    <FormDialog
      title={title({ name: user.display_name })}
      act={act}
      danger={danger}
      busy={answer.isPending}
      wrong={answer.isError ? sentenceFor(answer.error) : undefined}
      refusal={answer.error}
      onSubmit={() => answer.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">{effect}</p>
      {user.email !== null && <p className="text-small text-fg-3">{user.email}</p>}
    </FormDialog>
  )
}
