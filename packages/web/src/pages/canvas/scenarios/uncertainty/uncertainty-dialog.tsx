import { ApiError } from '@deal-canvas/client'
import type { Scenario, Uncertainty } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { uncertaintyQuery } from '../../../../deal-data/uncertainty-query.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { useFocusOnWrong } from '../../../../ui/use-focus-on-wrong.ts'
import { type Draft, draftOf } from './draft.ts'
import { type Problems, readDraft } from './read-draft.ts'
import { SettingsForm } from './settings-form.tsx'
import styles from './uncertainty-dialog.module.css'
import { useUncertaintyActs } from './use-uncertainty-acts.ts'
import { VersionChoice } from './version-choice.tsx'

interface UncertaintyDialogProps {
  scenario: Scenario
  onClose: () => void
}

/** Shows and changes what is uncertain in a scenario. */
export const UncertaintyDialog = ({ scenario, onClose }: UncertaintyDialogProps) => {
  const { client } = useServices().session
  const query = useQuery(uncertaintyQuery(client, useDealId(), scenario.id))
  return (
    <Dialog title={messages.dialogTitle({ scenario: scenario.name })} onClose={onClose}>
      <div className={styles.settings}>
        {query.data === undefined ? (
          <>
            {query.isError ? (
              <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
                {sentenceFor(query.error)}
              </Note>
            ) : (
              <ListSkeleton label={messages.loading()} />
            )}
            <div className={styles.acts}>
              <Button onClick={onClose}>{commonMessages.close()}</Button>
            </div>
          </>
        ) : (
          <Settings scenario={scenario} newest={query.data} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

/** What the user typed, and the version that it started from. */
interface Edited {
  readonly draft: Draft
  readonly version: number
}

const noProblems: Problems = new Map()

const isStale = (error: Error | null): boolean => error instanceof ApiError && error.code === 'stale_version'

interface SettingsProps {
  scenario: Scenario
  /** Follows the service: someone else may change them while the dialog is open. */
  newest: Uncertainty
  onClose: () => void
}

const Settings = ({ scenario, newest, onClose }: SettingsProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const form = useRef<HTMLFormElement>(null)
  /** Undefined until the user changes something. */
  const [edited, setEdited] = useState<Edited>()
  const [isShowingTheirs, setShowingTheirs] = useState(false)
  const [earlier, setEarlier] = useState<number>()
  /** Changes with each attempt to save what is wrong. */
  const [attempt, setAttempt] = useState<object>()
  const { save, reset } = useUncertaintyActs(scenario.id, onClose)
  const version = useQuery({
    ...uncertaintyQuery(client, dealId, scenario.id, earlier),
    enabled: earlier !== undefined,
  })
  const isConflict = edited !== undefined && edited.version !== newest.version
  const mine = edited?.draft ?? draftOf(newest)
  const shown =
    earlier !== undefined
      ? version.data && draftOf(version.data)
      : isConflict && isShowingTheirs
        ? draftOf(newest)
        : mine
  const isOwn = earlier === undefined && !(isConflict && isShowingTheirs)
  const problems = attempt === undefined || !isOwn ? noProblems : readDraft(mine).problems
  const error = save.error ?? reset.error
  useFocusOnWrong(form, attempt ?? error ?? undefined)
  const sent = earlier === undefined ? mine : shown
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (save.isPending || sent === undefined) return
    const { body } = readDraft(sent)
    if (body === undefined) {
      setShowingTheirs(false)
      setAttempt({})
    } else save.mutate({ body, version: newest.version })
  }
  const isBase = scenario.kind === 'base'
  const { source, can_edit: canEdit, versions } = newest
  const hasOwn = source === 'scenario' || (isBase && source !== 'default')
  return (
    <form ref={form} className={styles.settings} noValidate onSubmit={submit}>
      <div className={styles.source}>
        <span className="chip line">{messages.source({ source: isBase && hasOwn ? 'deal' : source })}</span>
        <span className="text-small text-fg-3">
          {isBase ? messages.sourceHintOfDeal({ source }) : messages.sourceHint({ source })}
        </span>
      </div>
      {!canEdit && <p className="text-small text-fg-2">{messages.readOnly()}</p>}
      {versions.length > 0 && (
        <VersionChoice versions={versions} current={newest.version} chosen={earlier} onChoose={setEarlier} />
      )}
      {earlier !== undefined && canEdit && <p className="text-small text-fg-2">{messages.earlier()}</p>}
      {version.isError && earlier !== undefined && <Note tone="red">{sentenceFor(version.error)}</Note>}
      {shown === undefined ? (
        !version.isError && <ListSkeleton label={messages.loading()} />
      ) : (
        <SettingsForm
          key={isOwn ? 'mine' : (earlier ?? 'theirs')}
          draft={shown}
          saved={isOwn ? newest : (version.data ?? newest)}
          problems={problems}
          isReadOnly={!canEdit || !isOwn}
          onChange={(draft) => setEdited({ draft, version: edited?.version ?? newest.version })}
        />
      )}
      <div className={styles.foot}>
        {isConflict && earlier === undefined && (
          <Conflict
            by={versions.find(({ version: one }) => one === newest.version)?.saved_by ?? messages.someoneElse()}
            isShowingTheirs={isShowingTheirs}
            onShow={setShowingTheirs}
            onUseTheirs={() => {
              setEdited(undefined)
              setShowingTheirs(false)
              setAttempt(undefined)
              save.reset()
            }}
          />
        )}
        {error !== null && !isConflict && (
          <Note tone="red">{isStale(error) ? messages.stale() : sentenceFor(error)}</Note>
        )}
        <div className={styles.acts}>
          {canEdit && hasOwn && earlier === undefined && (
            <Button
              look="ghost"
              busy={reset.isPending}
              title={messages.resetHint({ kind: scenario.kind })}
              onClick={() => reset.mutate(newest.version)}
            >
              {messages.reset()}
            </Button>
          )}
          <Button onClick={onClose}>{canEdit ? commonMessages.cancel() : commonMessages.close()}</Button>
          {canEdit && (
            <Button type="submit" look="primary" busy={save.isPending} idle={sent === undefined}>
              {earlier !== undefined ? messages.restore() : isConflict ? messages.saveMine() : messages.save()}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

interface ConflictProps {
  by: string
  isShowingTheirs: boolean
  onShow: (theirs: boolean) => void
  onUseTheirs: () => void
}

/** Someone else changed the settings: nothing that was typed is lost until the user decides. */
const Conflict = ({ by, isShowingTheirs, onShow, onUseTheirs }: ConflictProps) => (
  <>
    <Note tone="amber">{messages.conflict({ person: by })}</Note>
    <div className={styles.source}>
      <Segments
        label={messages.whose()}
        choices={[
          ['mine', messages.mine()],
          ['theirs', messages.theirs()],
        ]}
        chosen={isShowingTheirs ? 'theirs' : 'mine'}
        onChoose={(whose) => onShow(whose === 'theirs')}
      />
      <Button onClick={onUseTheirs}>{messages.useTheirs()}</Button>
    </div>
  </>
)
