import { type BuildStage, buildStages, type Conversation, completeIntake } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { counted } from '../../ui/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { intakeKey } from './intake-query.ts'
import type { NameDraft } from './use-name-draft.ts'

const stageWords: Record<BuildStage, readonly [act: string, what: string]> = {
  digitize: ['Read the files', 'pages and sheets'],
  model: ['Recalculate the model', 'every formula'],
  metrics: ['Find the metrics', 'with their cells'],
  quality: ['Check the numbers', 'integrity score'],
  evidence: ['Index the evidence', 'passages to cite'],
  memo: ['Draft the memo', 'section by section'],
}

interface BuildCardProps {
  conversation: Conversation
  draft: NameDraft
  /** Files that are still on their way. */
  pending: number
}

export const BuildCard = ({ conversation, draft, pending }: BuildCardProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const { conversation_id: id, deal_id: dealId, status, build, files } = conversation
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
      <Card title="Build" act={<span className="px-2 text-small text-fg-3">{standOf(conversation, missing)}</span>}>
        <div className="intake-build">
          <Stages conversation={conversation} />
          {isBuilding && (
            <>
              <Bar label="Building the deal" share={(build?.percent ?? 0) / 100} />
              <p className="mt-2 text-small text-fg-3">You can leave this page. The build goes on without you.</p>
            </>
          )}
          {isFailed && (
            <Note tone="red">
              {`${(build?.problem ?? 'The build stopped; your files are stored, build again').replace(/\.$/, '')}.`}
            </Note>
          )}
          {start.isError && !draft.save.isError && <Note tone="red">{sentenceFor(start.error)}</Note>}
        </div>
      </Card>
      {status === 'ready' ? (
        <Link to="/canvas/$dealId" params={{ dealId }} className="btn primary large">
          Open the canvas
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
          {isFailed ? 'Build again' : 'Build the deal'}
        </Button>
      )}
      <p id="intake-missing" className="intake-missing" role="status">
        {status !== 'ready' && !isBuilding && missing}
      </p>
    </>
  )
}

const whatIsMissing = ({ files, pending, hasName }: { files: number; pending: number; hasName: boolean }) => {
  if (pending > 0) return `Starts when ${counted(pending, 'file')} on the way ${pending === 1 ? 'is' : 'are'} in`
  if (files === 0) return 'Needs a file first'
  return hasName ? undefined : 'Needs a name first'
}

const standOf = ({ status, build }: Conversation, missing: string | undefined): string => {
  if (status === 'ready') return 'done'
  if (status === 'processing' || status === 'failed') {
    const stage = build === null ? 0 : buildStages.indexOf(build.stage)
    return `${status === 'failed' ? 'failed at ' : ''}stage ${stage + 1} of ${buildStages.length}`
  }
  return missing === undefined ? 'ready to start' : ''
}

type Mark = 'done' | 'now' | 'failed' | 'waits'

const marks: Record<Mark, string> = { done: 'done', now: 'under way', failed: 'failed', waits: '' }

/** Where a stage stands, from the one that is at hand. */
const markOf = (stage: BuildStage, { status, build }: Conversation): Mark => {
  if (status === 'ready') return 'done'
  if (status !== 'processing' && status !== 'failed') return 'waits'
  const here = buildStages.indexOf(build?.stage ?? 'digitize')
  const place = buildStages.indexOf(stage)
  if (place !== here) return place < here ? 'done' : 'waits'
  return status === 'failed' ? 'failed' : 'now'
}

const Stages = ({ conversation }: { conversation: Conversation }) => (
  <ol className="intake-stages" aria-label="Stages">
    {buildStages.map((stage) => {
      const mark = markOf(stage, conversation)
      const [act, what] = stageWords[stage]
      return (
        <li key={stage} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span className="mark" aria-hidden="true">
            {mark === 'done' && <Icon name="check" size={14} />}
            {mark === 'failed' && <Icon name="alert" size={14} />}
          </span>
          <span>
            {act}
            <span className="sr-only"> {marks[mark]}</span>
          </span>
          <span className="what">{what}</span>
        </li>
      )
    })}
  </ol>
)
