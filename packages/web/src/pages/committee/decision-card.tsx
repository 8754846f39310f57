import { type Committee, decisions, maxDecisionRationaleLength } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { conditionsQuery } from '../../deal-data/committee-query.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import styles from './committee-page.module.css'
import { ConfirmDecision } from './confirm-decision.tsx'
import { keepDecision, keptDecision } from './kept-decision.ts'
import { TextArea } from './text-area.tsx'

interface DecisionCardProps {
  committee: Committee
  canFinalize: boolean
}

/** The decision of an owner. Nothing is chosen at first, and a dialog asks before it is final. */
export const DecisionCard = ({ committee, canFinalize }: DecisionCardProps) => (
  <Card
    title={messages.decision()}
    act={canFinalize && <span className="text-small text-fg-3">{messages.ownerOnly()}</span>}
  >
    {canFinalize ? (
      <DecisionForm committee={committee} />
    ) : (
      <p className={styles.nothing}>{messages.onlyOwnersFinalize()}</p>
    )}
  </Card>
)

const DecisionForm = ({ committee }: { committee: Committee }) => {
  const dealId = useDealId()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const { data } = useQuery(conditionsQuery(useServices().session.client, dealId))
  const [draft, setDraft] = useState(() => keptDecision(dealId))
  const [tried, setTried] = useState(false)
  const [confirming, setConfirming] = useState(false)
  useEffect(() => keepDecision(dealId, draft), [dealId, draft])
  const count = data?.conditions.filter(({ status }) => status === 'open').length ?? 0
  const labels = {
    approved: count === 0 ? messages.approve() : messages.approveWith({ count }),
    declined: messages.decline(),
    deferred: messages.defer(),
  }
  const { decision, rationale } = draft
  const noDecision = tried && decision === undefined
  const noRationale = tried && rationale.trim() === ''
  useFocusOnWrong(form, noDecision || noRationale ? draft : undefined)
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (decision !== undefined && rationale.trim() !== '') setConfirming(true)
        }}
      >
        <fieldset>
          <legend className="label">{messages.decision()}</legend>
          <div className={styles.choices}>
            {decisions.map((item) => (
              <label key={item} className="choice">
                <input
                  type="radio"
                  name={name}
                  checked={decision === item}
                  aria-invalid={noDecision || undefined}
                  onChange={() => setDraft({ ...draft, decision: item })}
                />
                {labels[item]}
              </label>
            ))}
          </div>
          {noDecision && <p className="error">{messages.decisionMissing()}</p>}
        </fieldset>
        <TextArea
          label={messages.rationale()}
          value={rationale}
          maxLength={maxDecisionRationaleLength}
          error={noRationale ? messages.rationaleMissing() : undefined}
          onChange={(text) => setDraft({ ...draft, rationale: text })}
        />
        <Button type="submit" look="primary" large>
          {messages.finalize()}
        </Button>
        <p className="text-small text-fg-3">{messages.finalizeHint()}</p>
      </form>
      {confirming && decision !== undefined && (
        <ConfirmDecision
          committee={committee}
          decision={decision}
          rationale={rationale.trim()}
          conditions={count}
          onDecided={() => keepDecision(dealId, undefined)}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
