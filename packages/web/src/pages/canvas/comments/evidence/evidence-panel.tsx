import { brushPassage, searchEvidence } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { dealKey, useDealId, useMetrics } from '../../../../deal-data/canvas-query.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import type { Passage } from '../../attention.ts'
import { ComposerFrame } from '../composer/composer-frame.tsx'
import type { Draft } from '../composer/draft.ts'
import { formatPassage } from '../thread/format-comment.ts'
import { citation, EvidenceList } from './evidence-list.tsx'
import { NumberVerdicts } from './number-verdicts.tsx'

interface EvidencePanelProps {
  draft: Draft
  passage: Passage
  /** Absent: the user cannot comment. */
  onCite?: ((quote: string) => void) | undefined
  onClose: () => void
}

/** What the model and the documents say about a passage. Users who cannot comment only search the documents. */
export const EvidencePanel = ({ draft, passage, onCite, onClose }: EvidencePanelProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const metrics = useMetrics()
  const may = useCommentPermissions()
  const params = { deal_id: dealId }
  const text = [...formatPassage(passage.text, metrics)].slice(0, may.comment ? 2000 : 500).join('')
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey: [...dealKey(dealId), 'evidence', passage.sectionKey, text, may.comment],
    queryFn: async ({ signal }) => {
      if (may.comment)
        return client.call(brushPassage, { params, body: { section_key: passage.sectionKey, text }, signal })
      const { passages, degraded } = await client.call(searchEvidence, { params, query: { q: text }, signal })
      return { numbers: undefined, evidence: passages, degraded }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <ComposerFrame
      title={commentMessages.evidenceTitle()}
      closeLabel={commentMessages.evidenceClose()}
      draft={draft}
      onClose={onClose}
    >
      {isPending && error === null && <p className="text-fg-3">{commentMessages.evidenceLoading()}</p>}
      {error !== null && (
        <Note
          tone="red"
          act={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {commonMessages.tryAgain()}
            </Button>
          }
        >
          {sentenceFor(error)}
        </Note>
      )}
      {data?.numbers !== undefined && <NumberVerdicts numbers={data.numbers} />}
      {data !== undefined && (
        <EvidenceList
          passages={data.evidence}
          degraded={data.degraded}
          onCite={onCite && ((evidence) => onCite(citation(evidence)))}
        />
      )}
      {!may.comment && data !== undefined && <p className="hint">{commentMessages.evidenceNumbersNeedRole()}</p>}
    </ComposerFrame>
  )
}
