import type { Section } from '@deal-canvas/contract'
import { useState } from 'react'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { MarkdownView } from '../markdown-view.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { MetricTextarea } from './metric-textarea.tsx'
import { isUntouched, type SectionDraft } from './section-draft.ts'
import { isConflict, type SectionEdit } from './use-section-edit.ts'

const views = [
  ['write', 'Write'],
  ['preview', 'Preview'],
] as const

const formatConflict = (section: Section, draft: SectionDraft, edit: SectionEdit): string => {
  if (draft.base.version < section.version)
    return `${section.updated_by_name ?? 'Somebody'} saved version ${section.version} while you wrote. Your text is kept.`
  return `${edit.other?.name ?? 'Somebody else'} has taken the section over. Your text is kept.`
}

interface SectionEditorProps {
  section: Section
  draft: SectionDraft
  edit: SectionEdit
}

export const SectionEditor = ({ section, draft, edit }: SectionEditorProps) => {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [comparing, setComparing] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const { save } = edit
  const conflict = isConflict(save.error)
  const submit = () => {
    if (save.isPending) return
    if (edit.overtaken) setComparing(true)
    else save.mutate(draft)
  }
  return (
    <div className="memo-editor">
      {(edit.overtaken || conflict) && (
        <Note tone="amber" act={<Button onClick={() => setComparing(true)}>Compare</Button>}>
          {formatConflict(section, draft, edit)}
        </Note>
      )}
      {save.isError && !conflict && <Note tone="red">{sentenceFor(save.error)} Your text is kept.</Note>}
      <input
        className="input memo-title-field"
        aria-label="Title"
        maxLength={200}
        value={draft.title}
        onChange={(event) => edit.change({ title: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segments label="View" choices={views} chosen={view} onChoose={setView} />
        <span className="hint">
          Markdown. Type <code>[[</code> for a number of the model
        </span>
      </div>
      {view === 'write' ? (
        <MetricTextarea
          label={`Text of ${section.title}`}
          value={draft.content}
          onChange={(content) => edit.change({ content })}
          onSubmit={submit}
        />
      ) : (
        <div className="memo-preview">
          <MarkdownView
            content={draft.content}
            marks={[]}
            lit={undefined}
            writtenAt={undefined}
            onOpen={() => undefined}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="hint flex-1">{isUntouched(draft) ? 'Nothing changed yet' : 'Draft kept on this device'}</span>
        <Button look="ghost" onClick={() => (isUntouched(draft) ? edit.discard() : setDiscarding(true))}>
          {isUntouched(draft) ? 'Close' : 'Discard my text'}
        </Button>
        <Button
          look="primary"
          busy={save.isPending}
          idle={isUntouched(draft) || draft.title.trim() === ''}
          onClick={submit}
        >
          Save section
        </Button>
      </div>
      {discarding && (
        <DiscardDialog title={section.title} onDiscard={edit.discard} onClose={() => setDiscarding(false)} />
      )}
      {comparing && (
        <CompareDialog
          draft={draft}
          section={section}
          onClose={() => setComparing(false)}
          onTakeTheirs={edit.discard}
          onKeepMine={() => {
            setComparing(false)
            edit.saveOver()
          }}
        />
      )}
    </div>
  )
}
