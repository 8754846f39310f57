import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { RemovedDraft } from './use-removed-drafts.ts'

/** Tells a person that the section that they were writing was removed, and that their text is not lost. */
export const RemovedDraftNote = ({ removed: { draft, forget } }: { removed: RemovedDraft }) => (
  <Note
    tone="amber"
    icon="alert"
    act={
      <>
        <CopyButton text={draft.content} label={messages.copyText()} />
        <Button onClick={forget}>{messages.discardText()}</Button>
      </>
    }
  >
    {messages.draftOfRemoved({ title: draft.title })}
  </Note>
)
