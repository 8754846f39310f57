import { lazy, Suspense } from 'react'
import { stored } from '../../../ui/stored.ts'
import { useDealId } from '../canvas-query.ts'
import type { Begun } from './begun.ts'
import { CommentComposer } from './comment-composer.tsx'
import { useCommentPermissions } from './use-comment-permissions.ts'

// What asks the documents needs the service anyway; whoever reads or writes need not load it first.
const AskPanel = lazy(async () => ({ default: (await import('./ask-panel.tsx')).AskPanel }))
const SuggestionComposer = lazy(async () => ({
  default: (await import('./suggestion-composer.tsx')).SuggestionComposer,
}))
const EvidencePanel = lazy(async () => ({ default: (await import('./evidence-panel.tsx')).EvidencePanel }))

/** What was begun, with the fields it needs. */
export const Composer = ({ begun, begin }: { begun: Begun; begin: (next: Begun | undefined) => void }) => {
  const may = useCommentPermissions()
  const dealId = useDealId()
  const close = () => begin(undefined)
  const { act, passage } = begun
  // Another passage is another field: what was typed for the first must not stand in the second.
  const key = `${begun.sectionKey} ${passage?.from} ${passage?.to}`
  if (act === 'evidence') {
    if (passage === undefined) return null
    const cite = (text: string) => {
      const draft = `draft.${dealId}.comment`
      stored.write(draft, [stored.read(draft), text].filter(Boolean).join('\n'))
      begin({ ...begun, act: 'comment' })
    }
    return (
      <Suspense fallback={null}>
        <EvidencePanel
          key={key}
          begun={begun}
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
        <AskPanel key={key} begun={begun} onClose={close} />
      </Suspense>
    )
  }
  if (act === 'suggest' && passage !== undefined)
    return (
      <Suspense fallback={null}>
        <SuggestionComposer key={key} begun={begun} passage={passage} onClose={close} />
      </Suspense>
    )
  return <CommentComposer key={act} begun={begun} onClose={close} />
}
