import {
  type Committee,
  canManageDeal,
  formatCalendarDay,
  type SignOff,
  withdrawSignature,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { signOffsQuery } from '../../deal-data/committee-query.ts'
import { signOffMessages as messages } from '../../messages/sign-offs.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import pageStyles from './committee-page.module.css'
import { SignDialog } from './sign-dialog.tsx'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { nameOfSignOff } from './sign-off-names.ts'
import styles from './sign-offs-card.module.css'

type State = 'open' | 'signed' | 'outdated'

const stateNames: Record<State, string> = {
  open: messages.stateOpen(),
  signed: messages.stateSigned(),
  outdated: messages.stateOutdated(),
}

/** A new one. */
const unknownId = ''

/** Who was asked to sign what, and what they signed. */
export const SignOffsCard = ({ committee }: { committee: Committee }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { data, error } = useQuery(signOffsQuery(session.client, dealId))
  /** Ids, not sign-offs: while a dialog is open, others can change them. */
  const [edited, setEdited] = useState<string>()
  const [signing, setSigning] = useState<string>()
  const isOpen = deal.status === 'open'
  const canChange = canManageDeal(deal.role) && isOpen
  const all = data?.sign_offs ?? []
  const withdraw = useMutation({
    mutationFn: ({ id, version }: SignOff) =>
      session.client.call(withdrawSignature, { params: { deal_id: dealId, sign_off_id: id }, ifMatch: version }),
    onSettled: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  const toSign = all.find(({ id }) => id === signing)
  const toEdit = all.find(({ id }) => id === edited)
  return (
    <Card
      title={messages.title()}
      act={
        <>
          {data !== undefined && all.length > 0 && (
            <span className="text-small text-fg-3">
              {messages.signedOf({ signed: data.signed, count: all.length })}
            </span>
          )}
          {canChange && (
            <Button look="ghost" aria-label={messages.ask()} onClick={() => setEdited(unknownId)}>
              <Icon name="plus" size={14} />
              {messages.askAct()}
            </Button>
          )}
        </>
      }
    >
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {data === undefined && error === null && <ListSkeleton label={messages.loading()} />}
      {data !== undefined && all.length === 0 && <p className={pageStyles.nothing}>{messages.none()}</p>}
      <ul className={styles.signOffs}>
        {all.map((signOff) => (
          <SignOffLine
            key={signOff.id}
            signOff={signOff}
            onEdit={canChange ? () => setEdited(signOff.id) : undefined}
            onSign={isOpen ? () => setSigning(signOff.id) : undefined}
            onWithdraw={isOpen ? () => withdraw.mutate(signOff) : undefined}
          />
        ))}
      </ul>
      {withdraw.isError && <Note tone="red">{sentenceFor(withdraw.error)}</Note>}
      {(edited === unknownId || toEdit !== undefined) && (
        <SignOffDialog signOff={toEdit} onClose={() => setEdited(undefined)} />
      )}
      {data !== undefined && toSign !== undefined && (
        <SignDialog signOff={toSign} now={data.now} committee={committee} onClose={() => setSigning(undefined)} />
      )}
    </Card>
  )
}

const stateOf = ({ is_signed: isSigned, signature }: SignOff): State => {
  if (isSigned) return 'signed'
  return signature === null ? 'open' : 'outdated'
}

interface SignOffLineProps {
  signOff: SignOff
  onEdit: (() => void) | undefined
  onSign: (() => void) | undefined
  onWithdraw: (() => void) | undefined
}

const SignOffLine = ({ signOff, onEdit, onSign, onWithdraw }: SignOffLineProps) => {
  const me = useMe()
  const state = stateOf(signOff)
  const what = nameOfSignOff(signOff)
  const { assignee_id: userId, assignee_name: name, signature } = signOff
  const isMine = userId === me.id
  return (
    <li data-state={state}>
      <span className={styles.sign}>
        {state === 'open' ? <span className={styles.circle} /> : <Icon name={state === 'signed' ? 'check' : 'clock'} />}
        <span className="sr-only">{stateNames[state]}</span>
      </span>
      <span className={styles.what}>
        {onEdit === undefined ? (
          what
        ) : (
          <button type="button" className="text-left" aria-label={messages.editNamed({ what })} onClick={onEdit}>
            {what}
          </button>
        )}
        <small>
          {describe(signOff, isMine)} <UnverifiedMark verified={signOff.assignee_email_verified} />
        </small>
        {signature?.note != null && <small>{signature.note}</small>}
      </span>
      <span className={styles.acts}>
        {isMine && state === 'signed' && onWithdraw !== undefined && (
          <Button look="ghost" aria-label={messages.withdrawNamed({ what })} onClick={onWithdraw}>
            {messages.withdraw()}
          </Button>
        )}
        {isMine && state !== 'signed' && onSign !== undefined ? (
          <Button aria-label={messages.signNamed({ what })} onClick={onSign}>
            {state === 'outdated' ? messages.signAgain() : messages.sign()}
          </Button>
        ) : (
          <Avatar id={userId} name={name} picture={signOff.assignee_avatar_url} size="medium" />
        )}
      </span>
    </li>
  )
}

const describe = (signOff: SignOff, isMine: boolean): string => {
  const { assignee_name: name, assignee_on_deal: isOnDeal, due_on: due, signature } = signOff
  if (signature === null) {
    const asked = isMine ? messages.askedYou() : messages.asked({ name })
    return due === null ? asked : messages.askedDue({ asked, date: formatCalendarDay(due) })
  }
  if (!isOnDeal) return messages.left({ name })
  const { memo_version: version, model_version: model } = signature.signed_on
  if (!signature.is_current) return messages.outdated({ name, version })
  return model === 0 ? messages.signed({ name, version }) : messages.signedModel({ name, version, model })
}
