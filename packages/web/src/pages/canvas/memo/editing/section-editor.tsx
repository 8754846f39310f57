import { maxSectionTitleLength, type Section } from '@deal-canvas/contract'
import { useState } from 'react'
import { commonMessages } from '../../../../messages/common.ts'
import { memoMessages } from '../../../../messages/memo.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import markdownViewStyles from '../markdown-view.module.css'
import { MarkdownView } from '../markdown-view.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { MetricTextarea } from './metric-textarea.tsx'
import { isUntouched, type SectionDraft } from './section-draft.ts'
import styles from './section-editor.module.css'
import { isConflict, type SectionEdit } from './use-section-edit.ts'

const views = [
  ['write', memoMessages.write()],
  ['preview', memoMessages.preview()],
] as const

const formatConflict = (section: Section, draft: SectionDraft, edit: SectionEdit): string => {
  if (draft.base.version < section.version)
    return memoMessages.versionSavedBy({
      name: section.updated_by_name ?? memoMessages.someone(),
      version: section.version,
    })
  return memoMessages.takenOver({ name: edit.other?.name ?? memoMessages.someoneElse() })
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
    <div className={styles.editor} data-editor>
      {(edit.overtaken || conflict) && (
        <Note tone="amber" act={<Button onClick={() => setComparing(true)}>{memoMessages.compare()}</Button>}>
          {formatConflict(section, draft, edit)}
        </Note>
      )}
      {save.isError && !conflict && (
        <Note tone="red">{memoMessages.saveFailed({ reason: sentenceFor(save.error) })}</Note>
      )}
      <input
        className={`input ${styles.titleField}`}
        aria-label={memoMessages.title()}
        maxLength={maxSectionTitleLength}
        value={draft.title}
        onChange={(event) => edit.change({ title: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segments label={memoMessages.view()} choices={views} chosen={view} onChoose={setView} />
        <span className="hint">{memoMessages.markdownHint.rich({ code: (text) => <code>{text}</code> })}</span>
      </div>
      {view === 'write' ? (
        <MetricTextarea
          label={memoMessages.textOf({ title: section.title })}
          value={draft.content}
          onChange={(content) => edit.change({ content })}
          onSubmit={submit}
        />
      ) : (
        <div className={markdownViewStyles.preview}>
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
        <span className="hint flex-1">{isUntouched(draft) ? memoMessages.noChanges() : memoMessages.draftSaved()}</span>
        <Button look="ghost" onClick={() => (isUntouched(draft) ? edit.discard() : setDiscarding(true))}>
          {isUntouched(draft) ? commonMessages.close() : memoMessages.discardText()}
        </Button>
        <Button
          look="primary"
          busy={save.isPending}
          idle={isUntouched(draft) || draft.title.trim() === ''}
          onClick={submit}
        >
          {memoMessages.saveSection()}
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
