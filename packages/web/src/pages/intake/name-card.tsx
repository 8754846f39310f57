import { type Conversation, maxDealNameLength } from '@deal-canvas/contract'
import type { SubmitEvent } from 'react'
import { intakeMessages } from '../../messages/intake.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { candidatesIn } from './candidates-in.ts'
import styles from './name-card.module.css'
import type { NameDraft } from './use-name-draft.ts'

const parts: readonly (readonly [key: string, label: string])[] = [
  ['company_or_asset', intakeMessages.namePartAsset()],
  ['city', intakeMessages.namePartCity()],
  ['asset_type', intakeMessages.namePartType()],
  ['date', intakeMessages.namePartDate()],
  ['codename', intakeMessages.namePartCodename()],
]

interface NameCardProps {
  conversation: Conversation
  draft: NameDraft
}

/** The suggested name with its confidence and its parts; the user can change it. */
export const NameCard = ({ conversation, draft }: NameCardProps) => {
  const { conversation_state: state, status } = conversation
  const { suggested_deal_name: suggested, deal_name_confidence: confidence, suggested_name_parts: found } = state
  const canChange = status !== 'processing' && status !== 'ready'
  const others = namesBesides(state, draft.text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!draft.isEmpty && !draft.isSaved) draft.save.mutate(draft.text)
  }
  return (
    <Card
      title={intakeMessages.name()}
      act={suggested !== null && confidence !== null && <Confidence share={confidence} />}
    >
      <form className={styles.name} onSubmit={submit}>
        <Field
          label={suggested === null ? intakeMessages.nameLabel() : intakeMessages.suggestedNameLabel()}
          placeholder={intakeMessages.namePlaceholder()}
          value={draft.text}
          maxLength={maxDealNameLength}
          readOnly={!canChange}
          onChange={({ currentTarget }) => draft.type(currentTarget.value)}
          error={draft.save.isError ? sentenceFor(draft.save.error) : undefined}
        />
        {found !== null && (
          <dl>
            {parts.map(([key, label]) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd className={found[key] ? undefined : 'text-fg-3'}>
                  {found[key] ?? intakeMessages.namePartMissing()}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {canChange && others.length > 0 && (
          <div>
            <p className="label" id="other-names">
              {intakeMessages.otherNames()}
            </p>
            <ul className={styles.others} aria-labelledby="other-names">
              {others.map(({ name, why }) => (
                <li key={name}>
                  <Button look="ghost" onClick={() => draft.type(name)}>
                    {name}
                  </Button>
                  <span>{why}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {canChange && !draft.isSaved && (
          <div>
            <Button type="submit" look="primary" busy={draft.save.isPending} idle={draft.isEmpty}>
              {intakeMessages.acceptName()}
            </Button>
          </div>
        )}
        {draft.isSaved && (
          <p className="text-small text-fg-3" role="status">
            {intakeMessages.nameSet()}
          </p>
        )}
      </form>
    </Card>
  )
}

const Confidence = ({ share }: { share: number }) => (
  <span className={styles.sureness} data-sure={share >= 0.75 || undefined}>
    <span className={styles.track} aria-hidden="true">
      <span className={styles.fill} style={{ width: `${share * 100}%` }} />
    </span>
    {intakeMessages.nameConfidence({ percent: Math.round(share * 100) })}
  </span>
)

const maxOthers = 3

/** The name by the organization's convention first, then other suggestions; never the one in the field. */
const namesBesides = (state: Conversation['conversation_state'], text: string) => {
  const convention = state.convention_suggestion
  const names = [
    ...(convention === null ? [] : [{ name: convention, why: intakeMessages.nameByConvention() }]),
    ...candidatesIn(state.deal_name_extraction).map(({ name, source }) => ({ name, why: source })),
  ]
  const seen = new Set([text.trim()])
  return names.filter(({ name }) => !seen.has(name) && seen.add(name)).slice(0, maxOthers)
}
