import { maxQuestionLength, searchEvidence } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { type AskedQuestion, GeneratedAnswer } from '../../../../features/answers/generated-answer.tsx'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Note } from '../../../../ui/note.tsx'
import { ComposerFrame } from '../composer/composer-frame.tsx'
import type { Draft } from '../composer/draft.ts'
import { type EvidenceFilter, EvidenceFilters } from './evidence-filters.tsx'
import { EvidenceList } from './evidence-list.tsx'

/** Users who cannot ask the team can still ask the documents. */
export const AskPanel = ({ draft, onClose }: { draft: Draft; onClose: () => void }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { why } = useCommentPermissions()
  const { text, write } = useKeptDraft('ask')
  const [filter, setFilter] = useState<EvidenceFilter>({ documentId: '', kind: '' })
  const search = useMutation({
    mutationFn: ({ question, ...where }: AskedQuestion) =>
      client.call(searchEvidence, { params: { deal_id: dealId }, query: { q: question, ...where } }),
  })
  return (
    <ComposerFrame
      title={commentMessages.askTitle()}
      closeLabel={commentMessages.askClose()}
      draft={draft}
      onClose={onClose}
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const question = text.trim()
          if (question === '') return
          search.mutate({
            question,
            ...(filter.documentId !== '' && { document_id: filter.documentId }),
            ...(filter.kind !== '' && { kind: filter.kind }),
          })
        }}
      >
        <Field
          label={commentMessages.askQuestion()}
          value={text}
          maxLength={maxQuestionLength}
          autoFocus
          onChange={({ target }) => write(target.value)}
          error={search.isError ? sentenceFor(search.error) : undefined}
        />
        <EvidenceFilters filter={filter} onChange={setFilter} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={search.isPending} idle={text.trim() === ''}>
            {commentMessages.askSearch()}
          </Button>
        </div>
      </form>
      {search.isSuccess && <GeneratedAnswer key={JSON.stringify(search.variables)} asked={search.variables} />}
      {search.data !== undefined && <EvidenceList {...search.data} />}
      <Note tone="plain">{why}</Note>
    </ComposerFrame>
  )
}
