import { type BuildStage, buildStages, type Conversation, completeIntake } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { intakeKey } from '../../deal-data/intake-query.ts'
import { UnreadNote } from '../../features/uploads/unread-note.tsx'
import { intakeMessages } from '../../messages/intake.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './build-card.module.css'
import type { NameDraft } from './use-name-draft.ts'

const stageLabels: Record<BuildStage, readonly [label: string, detail: string]> = {
  digitize: [intakeMessages.stageDigitize(), intakeMessages.stageDigitizeDetail()],
  model: [intakeMessages.stageModel(), intakeMessages.stageModelDetail()],
  metrics: [intakeMessages.stageMetrics(), intakeMessages.stageMetricsDetail()],
  quality: [intakeMessages.stageQuality(), intakeMessages.stageQualityDetail()],
  evidence: [intakeMessages.stageEvidence(), intakeMessages.stageEvidenceDetail()],
  memo: [intakeMessages.stageMemo(), intakeMessages.stageMemoDetail()],
}

interface BuildCardProps {
  conversation: Conversation
  draft: NameDraft
  /** Files that are still uploading. */
  pending: number
}

export const BuildCard = ({ conversation, draft, pending }: BuildCardProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const { conversation_id: id, deal_id: dealId, deal_name: dealName, status, build, files } = conversation
  const start = useMutation({
    mutationFn: async () => {
      if (!draft.isSaved) await draft.save.mutateAsync(draft.text)
      return client.call(completeIntake, { params: { conversation_id: id } })
    },
    onSuccess: (answer) => {
      queries.setQueryData<Conversation>(
        intakeKey(id),
        (before) => before && { ...before, status: answer.status, conversation_state: answer.conversation_state },
      )
      void queries.invalidateQueries({ queryKey: intakeKey(id) })
    },
  })
  const missing = whatIsMissing({ files: files.length, pending, hasName: !draft.isEmpty })
  const isFailed = status === 'failed'
  const isBuilding = status === 'processing'
  return (
    <>
      <Card
        title={intakeMessages.build()}
        act={<span className="px-2 text-small text-fg-3">{standOf(conversation, missing)}</span>}
      >
        <div className={styles.build}>
          <Stages conversation={conversation} />
          {isBuilding && (
            <>
              <Bar label={intakeMessages.building()} share={(build?.percent ?? 0) / 100} />
              <p className="mt-2 text-small text-fg-3">{intakeMessages.buildContinues()}</p>
            </>
          )}
          {isFailed && (
            <Note tone="red">
              {build?.problem == null ? intakeMessages.buildStopped() : `${build.problem.replace(/\.$/, '')}.`}
            </Note>
          )}
          {(status === 'ready' || isFailed) && (
            <UnreadNote
              dealId={dealId}
              documents={files}
              canDismiss={dealName !== null}
              onDismissed={() => void queries.invalidateQueries({ queryKey: intakeKey(id) })}
            />
          )}
          {start.isError && !draft.save.isError && <Note tone="red">{sentenceFor(start.error)}</Note>}
        </div>
      </Card>
      {status === 'ready' ? (
        <Link to="/canvas/$dealId" params={{ dealId }} className="btn primary large">
          {intakeMessages.openCanvas()}
        </Link>
      ) : (
        <Button
          look="primary"
          large
          busy={start.isPending || isBuilding}
          idle={missing !== undefined}
          aria-describedby="intake-missing"
          onClick={() => start.mutate()}
        >
          {isFailed ? intakeMessages.restartBuild() : intakeMessages.startBuild()}
        </Button>
      )}
      <p id="intake-missing" className={styles.missing} role="status">
        {status !== 'ready' && !isBuilding && missing}
      </p>
    </>
  )
}

const whatIsMissing = ({ files, pending, hasName }: { files: number; pending: number; hasName: boolean }) => {
  if (pending > 0) return intakeMessages.waitingForUploads({ count: pending })
  if (files === 0) return intakeMessages.needsFile()
  return hasName ? undefined : intakeMessages.needsName()
}

const standOf = ({ status, build }: Conversation, missing: string | undefined): string => {
  if (status === 'ready') return intakeMessages.buildDone()
  if (status === 'processing' || status === 'failed') {
    const stage = build === null ? 1 : buildStages.indexOf(build.stage) + 1
    const progress = { stage, count: buildStages.length }
    return status === 'failed' ? intakeMessages.buildFailedAtStage(progress) : intakeMessages.buildStage(progress)
  }
  return missing === undefined ? intakeMessages.buildReadyToStart() : ''
}

type Mark = 'done' | 'now' | 'failed' | 'waits'

const markLabels: Record<Mark, string> = {
  done: intakeMessages.stageDone(),
  now: intakeMessages.stageInProgress(),
  failed: intakeMessages.stageFailed(),
  waits: '',
}

/** The state of a build stage, relative to the current one. */
const markOf = (stage: BuildStage, { status, build }: Conversation): Mark => {
  if (status === 'ready') return 'done'
  if (status !== 'processing' && status !== 'failed') return 'waits'
  const here = buildStages.indexOf(build?.stage ?? 'digitize')
  const place = buildStages.indexOf(stage)
  if (place !== here) return place < here ? 'done' : 'waits'
  return status === 'failed' ? 'failed' : 'now'
}

const Stages = ({ conversation }: { conversation: Conversation }) => (
  <ol className={styles.stages} aria-label={intakeMessages.stages()}>
    {buildStages.map((stage) => {
      const mark = markOf(stage, conversation)
      const [label, detail] = stageLabels[stage]
      return (
        <li key={stage} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {mark === 'done' && <Icon name="check" size={14} />}
            {mark === 'failed' && <Icon name="alert" size={14} />}
          </span>
          <span>
            {label}
            <span className="sr-only"> {markLabels[mark]}</span>
          </span>
          <span className={styles.what}>{detail}</span>
        </li>
      )
    })}
  </ol>
)
