import { ApiError } from '@deal-canvas/client'
import {
  canManageDeal,
  decisions,
  finalizeDeal,
  maxDecisionRationaleLength,
  maxDecisionReasonLength,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import { BlockerList } from './blocker-list.tsx'
import styles from './decision-form.module.css'
import { keepDecision, keptDecision } from './kept-decision.ts'
import { asBlocker, blockersIn } from './open-blockers.ts'
import { blockersQuery } from './trail-query.ts'

type Decision = (typeof decisions)[number]

const acts: Record<Decision, string> = {
  approved: messages.approve(),
  declined: messages.decline(),
  deferred: messages.defer(),
}

const finalizeLabels: Record<Decision, string> = {
  approved: messages.finalizeAsApproved(),
  declined: messages.finalizeAsDeclined(),
  deferred: messages.finalizeAsDeferred(),
}

/** Finalizes the deal. Open blockers prevent it unless the owner overrides them with a reason. */
export const DecisionForm = () => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal, sections } = useCanvas()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => keptDecision(dealId))
  const [tried, setTried] = useState(false)
  const [attempt] = useState(createAttempts)
  useEffect(() => keepDecision(dealId, draft), [dealId, draft])
  const blockers = useQuery(blockersQuery(session.client, dealId))
  const finalize = useMutation({
    mutationFn: () => {
      const body = {
        decision: draft.decision,
        rationale: draft.rationale.trim(),
        ...(draft.inSpite ? { override_reason: draft.reason.trim() } : {}),
      }
      return attempt(body, (idempotencyKey) =>
        session.client.call(finalizeDeal, { params: { deal_id: dealId }, body, idempotencyKey }),
      )
    },
    onSuccess: () => {
      keepDecision(dealId, undefined)
      return queries.invalidateQueries({ queryKey: dealKey(dealId) })
    },
    onError: () => blockers.refetch(),
  })
  const noRationale = tried && draft.rationale.trim() === ''
  const noReason = tried && draft.inSpite && draft.reason.trim() === ''
  const isBlocked = finalize.error instanceof ApiError && finalize.error.code === 'blockers_open'
  // Until the list is loaded, or if it failed to load, the error response names the blockers.
  const open = blockers.data?.comments.map(asBlocker) ?? blockersIn(finalize.error)
  const stale = sections.filter((section) => section.stale).length
  useFocusOnWrong(form, tried && (noRationale || noReason) ? draft : finalize.error)
  if (!canManageDeal(deal.role)) {
    return (
      <Card title={messages.decisionTitle()}>
        <div className={styles.decision}>
          <BlockerList blockers={open} />
          <p className="text-fg-2">{messages.onlyOwnersFinalize()}</p>
        </div>
      </Card>
    )
  }
  return (
    <Card
      title={messages.finalizeTitle()}
      act={open.length > 0 && <span className="chip red">{messages.openBlockerCount({ count: open.length })}</span>}
    >
      <form
        ref={form}
        className={styles.decision}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          const isComplete = draft.rationale.trim() !== '' && !(draft.inSpite && draft.reason.trim() === '')
          if (isComplete && !finalize.isPending) finalize.mutate()
        }}
      >
        <BlockerList blockers={open} />
        <fieldset>
          <legend className="label">{messages.decisionTitle()}</legend>
          <div className={styles.choices}>
            {decisions.map((item) => (
              <label key={item} className="choice">
                <input
                  type="radio"
                  name={`${id}-decision`}
                  checked={draft.decision === item}
                  onChange={() => setDraft({ ...draft, decision: item })}
                />
                {acts[item]}
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          label={messages.rationale()}
          value={draft.rationale}
          maxLength={maxDecisionRationaleLength}
          error={noRationale ? messages.rationaleMissing() : undefined}
          onChange={(rationale) => setDraft({ ...draft, rationale })}
        />
        {(open.length > 0 || isBlocked) && (
          <label className="choice">
            <input
              type="checkbox"
              checked={draft.inSpite}
              onChange={(event) => setDraft({ ...draft, inSpite: event.target.checked })}
            />
            {messages.overrideBlockers()}
          </label>
        )}
        {draft.inSpite && (
          <TextArea
            label={messages.overrideReason()}
            value={draft.reason}
            maxLength={maxDecisionReasonLength}
            error={noReason ? messages.reasonMissing() : undefined}
            onChange={(reason) => setDraft({ ...draft, reason })}
          />
        )}
        {stale > 0 && <Note tone="amber">{messages.staleSections({ count: stale })}</Note>}
        {finalize.isError && <Note tone="red">{isBlocked ? messages.blocked() : sentenceFor(finalize.error)}</Note>}
        <Button type="submit" look="primary" large busy={finalize.isPending}>
          {finalizeLabels[draft.decision]}
        </Button>
        <p className="text-small text-fg-3">{messages.finalizeHint()}</p>
      </form>
    </Card>
  )
}

interface TextAreaProps {
  label: string
  value: string
  maxLength: number
  error: string | undefined
  onChange: (value: string) => void
}

const TextArea = ({ label, value, maxLength, error, onChange }: TextAreaProps) => (
  <FieldFrame label={label} error={error}>
    {(control) => (
      <textarea
        {...control}
        className="input area"
        rows={3}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FieldFrame>
)
