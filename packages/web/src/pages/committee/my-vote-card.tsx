import { type Committee, castVote, maxVoteNoteLength, type VoteChoice, voteChoices } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { useKeptDraft } from '../../features/drafts/kept-draft.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { createAttempts } from '../../session/attempts.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import styles from './committee-page.module.css'
import { formatBasis } from './format-basis.ts'
import { TextArea } from './text-area.tsx'

const labels: Record<VoteChoice, string> = {
  approve: messages.choice({ choice: 'approve' }),
  approve_with_conditions: messages.approveWithConditions(),
  decline: messages.choice({ choice: 'decline' }),
  abstain: messages.choice({ choice: 'abstain' }),
}

/** Casts the vote of the signed-in member on what the page shows. Nothing is chosen at first. */
export const MyVoteCard = ({ committee }: { committee: Committee }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const me = useMe()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const [choice, setChoice] = useState<VoteChoice>()
  const { text: note, write, clear } = useKeptDraft('vote')
  const [tried, setTried] = useState(false)
  const [attempt] = useState(createAttempts)
  const mine = committee.members.find(({ user_id: id }) => id === me.id)?.vote ?? null
  const cast = useMutation({
    mutationFn: (chosen: VoteChoice) => {
      const body = {
        choice: chosen,
        note: note.trim() === '' ? null : note.trim(),
        voted_on: committee.now,
      }
      return attempt(body, (idempotencyKey) =>
        session.client.call(castVote, { params: { deal_id: dealId }, body, idempotencyKey }),
      )
    },
    onSuccess: () => {
      clear()
      setChoice(undefined)
      setTried(false)
    },
    // Also after a refusal: the memo may have changed meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  const noChoice = tried && choice === undefined
  const noNote = tried && choice === 'approve_with_conditions' && note.trim() === ''
  useFocusOnWrong(form, noChoice || noNote ? tried : cast.error)
  return (
    <Card title={messages.myVote()} act={<span className="text-small text-fg-3">{formatBasis(committee)}</span>}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (choice === undefined || cast.isPending) return
          if (choice !== 'approve_with_conditions' || note.trim() !== '') cast.mutate(choice)
        }}
      >
        {mine !== null && !mine.is_current && (
          <Note tone="amber">{messages.voteAgain({ version: mine.voted_on.memo_version })}</Note>
        )}
        <fieldset>
          <legend className="label">{messages.choices()}</legend>
          <div className={styles.choices}>
            {voteChoices.map((item) => (
              <label key={item} className="choice">
                <input
                  type="radio"
                  name={name}
                  checked={choice === item}
                  aria-invalid={noChoice || undefined}
                  onChange={() => setChoice(item)}
                />
                {labels[item]}
              </label>
            ))}
          </div>
          {noChoice && <p className="error">{messages.choiceMissing()}</p>}
        </fieldset>
        <TextArea
          label={messages.note()}
          value={note}
          maxLength={maxVoteNoteLength}
          error={noNote ? messages.noteMissing() : undefined}
          onChange={write}
        />
        {cast.isError && <Note tone="red">{sentenceFor(cast.error)}</Note>}
        <Button type="submit" look="primary" large busy={cast.isPending}>
          {mine?.is_current === true ? messages.replaceVote() : messages.castVote()}
        </Button>
        {committee.votes_hidden && <p className="text-small text-fg-3">{messages.blindHint()}</p>}
      </form>
    </Card>
  )
}
