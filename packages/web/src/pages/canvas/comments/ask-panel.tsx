import { searchEvidence } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { commentMessages } from '../../../messages/comments.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDealId } from '../canvas-query.ts'
import type { Begun } from './begun.ts'
import { ComposerFrame } from './composer-frame.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { useCommentPermissions } from './use-comment-permissions.ts'

/** Who may not ask the team can still ask the documents. */
export const AskPanel = ({ begun, onClose }: { begun: Begun; onClose: () => void }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { why } = useCommentPermissions()
  const { text, write } = useKeptDraft('ask')
  const search = useMutation({
    mutationFn: (q: string) => client.call(searchEvidence, { params: { deal_id: dealId }, query: { q } }),
  })
  return (
    <ComposerFrame
      title={commentMessages.askTitle()}
      closeLabel={commentMessages.askClose()}
      begun={begun}
      onClose={onClose}
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') search.mutate(text.trim())
        }}
      >
        <Field
          label={commentMessages.askQuestion()}
          value={text}
          maxLength={500}
          autoFocus
          onChange={({ target }) => write(target.value)}
          error={search.isError ? sentenceFor(search.error) : undefined}
        />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={search.isPending} idle={text.trim() === ''}>
            {commentMessages.askSearch()}
          </Button>
        </div>
      </form>
      {search.data !== undefined && <EvidenceList {...search.data} />}
      <Note tone="plain">{why}</Note>
    </ComposerFrame>
  )
}
