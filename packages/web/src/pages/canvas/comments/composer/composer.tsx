import { lazy, Suspense } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { stored } from '../../../../ui/stored.ts'
import { CommentComposer } from './comment-composer.tsx'
import type { Draft } from './draft.ts'

// Loaded lazily: searching documents needs the service anyway, and readers and authors do not need this code.
const AskPanel = lazy(async () => ({ default: (await import('../evidence/ask-panel.tsx')).AskPanel }))
const SuggestionComposer = lazy(async () => ({
  default: (await import('../suggestions/suggestion-composer.tsx')).SuggestionComposer,
}))
const EvidencePanel = lazy(async () => ({ default: (await import('../evidence/evidence-panel.tsx')).EvidencePanel }))

/** The form for a draft, depending on its kind. */
export const Composer = ({ draft, begin }: { draft: Draft; begin: (next: Draft | undefined) => void }) => {
  const may = useCommentPermissions()
  const dealId = useDealId()
  const close = () => begin(undefined)
  const { act, passage } = draft
  // Keyed by passage, so that text typed for one passage does not appear in the form of another.
  const key = `${draft.sectionKey} ${passage?.from} ${passage?.to}`
  if (act === 'evidence') {
    if (passage === undefined) return null
    const cite = (text: string) => {
      const keptComment = `draft.${dealId}.comment`
      stored.write(keptComment, [stored.read(keptComment), text].filter(Boolean).join('\n'))
      begin({ ...draft, act: 'comment' })
    }
    return (
      <Suspense fallback={null}>
        <EvidencePanel
          key={key}
          draft={draft}
          passage={passage}
          onCite={may.comment ? cite : undefined}
          onClose={close}
        />
      </Suspense>
    )
  }
  if (!may.comment) {
    return (
      <Suspense fallback={null}>
        <AskPanel key={key} draft={draft} onClose={close} />
      </Suspense>
    )
  }
  if (act === 'suggest' && passage !== undefined)
    return (
      <Suspense fallback={null}>
        <SuggestionComposer key={key} draft={draft} passage={passage} onClose={close} />
      </Suspense>
    )
  return <CommentComposer key={act} draft={draft} onClose={close} />
}
