import { ApiError } from '@deal-canvas/client'
import {
  type AnswerOf,
  type Committee,
  type decisions,
  finalizeDeal,
  type signOffs as listSignOffs,
  maxDecisionReasonLength,
  type OverridableItem,
  overridableItems,
  type ReadinessCheck,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { readinessQuery, signOffsQuery } from '../../deal-data/committee-query.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { signOffMessages } from '../../messages/sign-offs.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/fields-of.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import styles from './committee-page.module.css'
import { requiredItems } from './required-items.ts'
import { nameOfSignOff } from './sign-off-names.ts'
import { TextArea } from './text-area.tsx'

interface ConfirmDecisionProps {
  committee: Committee
  decision: (typeof decisions)[number]
  rationale: string
  /** How many open conditions the approval has. */
  conditions: number
  onDecided: () => void
  onClose: () => void
}

const confirmLabels = {
  approved: messages.confirmApproved(),
  declined: messages.confirmDeclined(),
  deferred: messages.confirmDeferred(),
}

/** What the service says is open, in its refusal. */
const itemsIn = (error: unknown): OverridableItem[] => {
  if (!(error instanceof ApiError)) return []
  if (error.code === 'blockers_open') return ['open_blockers']
  const { items } = error.fields
  const keys = Array.isArray(items) ? items.map((item: unknown) => fieldsOf(JSON.stringify(item))['item']) : []
  return overridableItems.filter((known) => keys.includes(known))
}

/** States what is decided and what is open. Each open item that matters needs a reason, and a typed word confirms. */
export const ConfirmDecision = (props: ConfirmDecisionProps) => {
  const { committee, decision, rationale, conditions, onDecided, onClose } = props
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const readiness = useQuery(readinessQuery(session.client, dealId))
  const { data: signOffs } = useQuery(signOffsQuery(session.client, dealId))
  const [reasons, setReasons] = useState<Partial<Record<OverridableItem, string>>>({})
  const [word, setWord] = useState('')
  const [tried, setTried] = useState(0)
  const [attempt] = useState(createAttempts)
  const checks = readiness.data?.items ?? []
  const finalize = useMutation({
    mutationFn: (items: readonly OverridableItem[]) => {
      const overrides = items.map((item) => ({ item, reason: (reasons[item] ?? '').trim() }))
      const body = { decision, rationale, ...(overrides.length === 0 ? {} : { overrides }) }
      return attempt(body, (idempotencyKey) =>
        session.client.call(finalizeDeal, { params: { deal_id: dealId }, body, idempotencyKey }),
      )
    },
    onSuccess: async () => {
      onDecided()
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
    },
    onError: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  const required = [...new Set([...requiredItems(committee, checks, decision), ...itemsIn(finalize.error)])]
  const wanted = messages.typeWord({ decision })
  const missing = required.filter((item) => (reasons[item] ?? '').trim() === '')
  const isTyped = word.trim().toLowerCase() === wanted.toLowerCase()
  const isApproval = decision === 'approved' && conditions > 0
  const open = checks.filter(({ count }) => count !== 0)
  const { now, scenario_name: scenario } = committee
  return (
    <FormDialog
      title={
        isApproval
          ? messages.confirmTitleWith({ deal: deal.name, count: conditions })
          : messages.confirmTitle({ deal: deal.name, decision })
      }
      act={confirmLabels[decision]}
      busy={finalize.isPending || readiness.isPending}
      wrong={finalize.isError ? sentenceFor(finalize.error) : undefined}
      refusal={tried > 0 && (missing.length > 0 || !isTyped) ? tried : finalize.error}
      onSubmit={() => {
        setTried(tried + 1)
        if (missing.length === 0 && isTyped) finalize.mutate(required)
      }}
      onClose={onClose}
    >
      <dl className={styles.facts}>
        <dt>{messages.memo()}</dt>
        <dd>{messages.memoVersion({ version: now.memo_version })}</dd>
        {now.model_version > 0 && (
          <>
            <dt>{messages.model()}</dt>
            <dd>{messages.modelVersion({ version: now.model_version, scenario: scenario ?? messages.base() })}</dd>
          </>
        )}
        {committee.members.length > 0 && (
          <>
            <dt>{messages.votes()}</dt>
            <dd>
              {messages.votesCast({
                cast: committee.tally.cast,
                count: committee.tally.cast + committee.tally.missing,
                version: now.memo_version,
              })}
            </dd>
          </>
        )}
        {signOffs !== undefined && signOffs.sign_offs.length > 0 && (
          <>
            <dt>{signOffMessages.title()}</dt>
            <dd>{formatSignOffs(signOffs)}</dd>
          </>
        )}
        <dt>{messages.stillOpen()}</dt>
        <dd>{open.length === 0 ? messages.nothingStillOpen() : open.map(formatOpen).join(', ')}</dd>
      </dl>
      {required.map((item) => (
        <TextArea
          key={item}
          label={messages.reasonFor({ item: labelOf(item, checks) })}
          value={reasons[item] ?? ''}
          maxLength={maxDecisionReasonLength}
          error={tried > 0 && missing.includes(item) ? messages.reasonMissing() : undefined}
          rows={2}
          onChange={(reason) => setReasons({ ...reasons, [item]: reason })}
        />
      ))}
      <p className="text-small text-fg-2">{messages.finalizeHint()}</p>
      <Field
        label={messages.typeToConfirm({ word: wanted })}
        value={word}
        autoComplete="off"
        error={tried > 0 && !isTyped ? messages.wordMissing({ word: wanted }) : undefined}
        onChange={({ target }) => setWord(target.value)}
      />
    </FormDialog>
  )
}

/** "3 of 5. Missing: Legal (Hannah Weiss), Tax (Daniel Reyes)". */
const formatSignOffs = ({ sign_offs: all, signed }: AnswerOf<typeof listSignOffs>): string => {
  const share = signOffMessages.signedOf({ signed, count: all.length })
  const missing = all.filter(({ is_signed: isSigned }) => !isSigned)
  if (missing.length === 0) return share
  const names = missing.map((one) => signOffMessages.named({ what: nameOfSignOff(one), name: one.assignee_name }))
  return signOffMessages.missing({ share, names: names.join(', ') })
}

const formatOpen = ({ label, count }: ReadinessCheck): string =>
  count === null ? messages.openItemUnknown({ label }) : messages.openItem({ label, count })

const labelOf = (item: OverridableItem, checks: readonly ReadinessCheck[]): string =>
  checks.find(({ key }) => key === item)?.label ?? messages.votesOutcome()
