import { type ProviderDraft, type Section, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { providerDraftMessages as messages } from '../../messages/provider-drafts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { DraftReport } from './draft-report.tsx'
import { isUnderWay, useDraft } from './use-draft.ts'

interface DraftDialogProps {
  section: Pick<Section, 'section_key' | 'title'>
  model: string
  onShow: (commentId: string) => void
  onClose: () => void
}

const Progress = ({ draft }: { draft: ProviderDraft }) => (
  <div>
    <p role="status">{messages.working({ agent: draft.agent ?? 'none' })}</p>
    <progress className="w-full" max={1} value={draft.progress} aria-label={messages.progress()} />
  </div>
)

/** The text of a section that has none: written like any other edit, unless somebody was faster. */
const Proposal = ({ draft, onClose }: { draft: ProviderDraft; onClose: () => void }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { proposal, section_key: key } = draft
  const write = useMutation({
    mutationFn: ({ content, base_version: version }: NonNullable<ProviderDraft['proposal']>) =>
      session.client.call(writeSection, {
        params: { deal_id: dealId, section_key: key },
        body: { content },
        ifMatch: version,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  if (proposal === null) return null
  return (
    <section className="grid gap-2">
      <p>{messages.proposed()}</p>
      <blockquote>{proposal.content}</blockquote>
      {write.isError && <p role="alert">{sentenceFor(write.error)}</p>}
      <div>
        <Button look="primary" busy={write.isPending} onClick={() => write.mutate(proposal)}>
          {messages.write()}
        </Button>
      </div>
    </section>
  )
}

const Result = ({
  draft,
  onShow,
  onClose,
}: { draft: ProviderDraft } & Pick<DraftDialogProps, 'onShow' | 'onClose'>) => {
  const { status, problem, report, comment_id: commentId, proposal } = draft
  if (status === 'cancelled') return <p role="status">{messages.cancelled()}</p>
  if (status === 'failed') return <Note tone="red">{messages.problem({ problem: problem ?? '' })}</Note>
  if (report === null) return null
  return (
    <div className="grid gap-3" role="status">
      {commentId !== null && (
        <Note tone="plain" act={<Button onClick={() => onShow(commentId)}>{messages.show()}</Button>}>
          {messages.suggested({ count: report.accepted.length })}
        </Note>
      )}
      <Proposal draft={draft} onClose={onClose} />
      {commentId === null && proposal === null && <p>{messages.nothing()}</p>}
      <DraftReport report={report} />
      {report.accepted.length > 0 && <p className="hint">{messages.checked()}</p>}
    </div>
  )
}

/** Has one section drafted by the model provider, shows how far it is, and what became of every sentence. */
export const DraftDialog = ({ section, model, onShow, onClose }: DraftDialogProps) => {
  const { draft, begin, cancel, isLost, isLoading } = useDraft(section.section_key)
  const working = draft !== undefined && isUnderWay(draft)
  return (
    <Dialog title={messages.title({ title: section.title, model })} onClose={onClose}>
      <div className="grid gap-4">
        {draft === undefined && <p>{messages.hint({ model })}</p>}
        {working && <Progress draft={draft} />}
        {draft !== undefined && !working && <Result draft={draft} onShow={onShow} onClose={onClose} />}
        {begin.isError && <p role="alert">{sentenceFor(begin.error)}</p>}
        {cancel.isError && <p role="alert">{sentenceFor(cancel.error)}</p>}
        {isLost && <p role="alert">{messages.lost()}</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{commonMessages.close()}</Button>
          {working ? (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate(draft.id)}>
              {messages.cancel()}
            </Button>
          ) : (
            <Button look="primary" busy={begin.isPending || isLoading} onClick={() => begin.mutate()}>
              {draft === undefined ? messages.act() : messages.again()}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
