import { type Committee, maxSignOffNoteLength, type SignOff, signSignOff, type VotedState } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { signOffMessages as messages } from '../../messages/sign-offs.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatBasis } from './format-basis.ts'
import { nameOfSignOff } from './sign-off-names.ts'
import { TextArea } from './text-area.tsx'

interface SignDialogProps {
  signOff: SignOff
  now: VotedState
  committee: Pick<Committee, 'scenario_name'>
  onClose: () => void
}

/** Signs what the page showed when the dialog was opened: what has changed since is refused by the service. */
export const SignDialog = ({ signOff, now, committee, onClose }: SignDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [{ what, version, signedOn, basis }] = useState(() => ({
    what: nameOfSignOff(signOff),
    version: signOff.version,
    signedOn: now,
    basis: formatBasis({ now, scenario_name: committee.scenario_name }),
  }))
  const [note, setNote] = useState('')
  const [attempt] = useState(createAttempts)
  const sign = useMutation({
    mutationFn: () => {
      const body = { signed_on: signedOn, ...(note.trim() === '' ? {} : { note: note.trim() }) }
      return attempt(body, (idempotencyKey) =>
        session.client.call(signSignOff, {
          params: { deal_id: dealId, sign_off_id: signOff.id },
          body,
          ifMatch: version,
          idempotencyKey,
        }),
      )
    },
    onSuccess: onClose,
    // Also after a refusal: the memo may have changed meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  return (
    <FormDialog
      title={messages.signTitle({ what })}
      act={messages.sign()}
      busy={sign.isPending}
      wrong={sign.isError ? sentenceFor(sign.error) : undefined}
      refusal={sign.error}
      onSubmit={() => sign.mutate()}
      onClose={onClose}
    >
      <p>{basis}</p>
      <TextArea label={messages.note()} value={note} maxLength={maxSignOffNoteLength} rows={2} onChange={setNote} />
      <p className="text-small text-fg-2">{messages.signHint()}</p>
    </FormDialog>
  )
}
