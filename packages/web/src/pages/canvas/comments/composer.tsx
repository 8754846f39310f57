import { stored } from '../../../ui/stored.ts'
import { useDealId } from '../canvas-query.ts'
import { AskPanel } from './ask-panel.tsx'
import type { Begun } from './begun.ts'
import { CommentComposer } from './comment-composer.tsx'
import { citation } from './evidence-list.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { SuggestionComposer } from './suggestion-composer.tsx'
import { useWhatIMay } from './what-i-may.ts'

/** What was begun, with the fields it needs. */
export const Composer = ({ begun, begin }: { begun: Begun; begin: (next: Begun | undefined) => void }) => {
  const may = useWhatIMay()
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
      <EvidencePanel
        key={key}
        begun={begun}
        passage={passage}
        onCite={may.comment ? (evidence) => cite(citation(evidence)) : undefined}
        onClose={close}
      />
    )
  }
  if (!may.comment) return <AskPanel key={key} begun={begun} onClose={close} />
  if (act === 'suggest' && passage !== undefined)
    return <SuggestionComposer key={key} begun={begun} passage={passage} onClose={close} />
  return <CommentComposer key={act} begun={begun} onClose={close} />
}
