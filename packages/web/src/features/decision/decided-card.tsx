import {
  type AnswerOf,
  type auditTrail,
  canManageDeal,
  formatLongDate,
  maxDecisionReasonLength,
  reopenDeal,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeptDraft } from '../drafts/kept-draft.ts'
import styles from './decided-card.module.css'

type Finalization = NonNullable<AnswerOf<typeof auditTrail>['finalization']>

const names = { approved: messages.approved(), declined: messages.declined(), deferred: messages.deferred() }
const looks = { approved: 'green', declined: 'red', deferred: 'amber' }

/** The decision of a finalized deal. */
export const DecidedCard = ({ finalization }: { finalization: Finalization }) => {
  const { deal, participants } = useCanvas()
  const [reopening, setReopening] = useState(false)
  const { decision, rationale, decided_by: by, decided_at: at, blockers_open: blockers, tampered } = finalization
  if (decision === null) return tampered === true ? <TamperedNote /> : null
  const who = participants.find(({ user_id: id }) => id === by)?.display_name ?? messages.decidedByFormerMember()
  const facts = [
    who,
    at !== null && formatLongDate(new Date(at)),
    blockers > 0 && messages.withOpenBlockers({ count: blockers }),
  ]
  return (
    <section className={`card ${styles.decided}`} aria-label={messages.decisionTitle()}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className={`chip ${looks[decision]}`}>{names[decision]}</span>
          <span className="text-small text-fg-3">{facts.filter(Boolean).join(', ')}</span>
        </p>
        <p className={styles.rationale}>{rationale}</p>
        {tampered === true && <TamperedNote />}
      </div>
      {canManageDeal(deal.role) && <Button onClick={() => setReopening(true)}>{messages.reopen()}</Button>}
      {reopening && <ReopenDialog onClose={() => setReopening(false)} />}
    </section>
  )
}

const TamperedNote = () => <Note tone="red">{messages.tampered()}</Note>

const ReopenDialog = ({ onClose }: { onClose: () => void }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { text: reason, write, clear } = useKeptDraft('reopen')
  const [tried, setTried] = useState(false)
  const [attempt] = useState(createAttempts)
  const reopen = useMutation({
    mutationFn: () =>
      attempt(reason, (idempotencyKey) =>
        session.client.call(reopenDeal, {
          params: { deal_id: dealId },
          body: { reason: reason.trim() },
          idempotencyKey,
        }),
      ),
    onSuccess: async () => {
      clear()
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  const missing = tried && reason.trim() === ''
  return (
    <Dialog title={messages.reopenTitle()} onClose={onClose}>
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (reason.trim() !== '' && !reopen.isPending) reopen.mutate()
        }}
      >
        <p className="text-fg-2">{messages.reopenHint()}</p>
        <Field
          label={messages.reason()}
          value={reason}
          maxLength={maxDecisionReasonLength}
          error={missing ? messages.reasonMissing() : undefined}
          onChange={(event) => write(event.target.value)}
        />
        {reopen.isError && <Note tone="red">{sentenceFor(reopen.error)}</Note>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.keepDecision()}</Button>
          <Button type="submit" look="primary" busy={reopen.isPending}>
            {messages.reopen()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
