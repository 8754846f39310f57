import { ApiError } from '@deal-canvas/client'
import { type Me, removeEmail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { accountMessages } from '../../../messages/account.ts'
import { meQuery } from '../../../session/me.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { notRemoved } from './sentences.ts'

interface RemoveEmailDialogProps {
  address: Me['emails'][number]
  onClose: () => void
  onRemoved: () => void
}

/** Asks for confirmation and names the address to be removed. */
export const RemoveEmailDialog = ({ address: { email, primary }, onClose, onRemoved }: RemoveEmailDialogProps) => {
  const remove = useRemoveEmail()
  return (
    <Dialog title={accountMessages.removeEmailTitle({ email })} onClose={onClose}>
      <div className="grid gap-2 text-fg-2">
        {remove.isError && <Note tone="red">{notRemoved(remove.error)}</Note>}
        <p>{primary ? accountMessages.removePrimaryEmailHint() : accountMessages.removeEmailHint()}</p>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{accountMessages.removeEmailKeep()}</Button>
        <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(email, { onSuccess: onRemoved })}>
          {accountMessages.removeEmailConfirm()}
        </Button>
      </div>
    </Dialog>
  )
}

/** An address that is already removed counts as success. */
const useRemoveEmail = () => {
  const { session, queries } = useServices()
  return useMutation({
    mutationFn: (email: string) =>
      session.client.call(removeEmail, { params: { email } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'email_not_found')) throw error
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey }),
  })
}
