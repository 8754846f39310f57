import { maxSectionLength, maxSectionTitleLength, type Section } from '@deal-canvas/contract'
import { useRef, useState } from 'react'
import { commonMessages } from '../../../../messages/common.ts'
import { memoMessages } from '../../../../messages/memo.ts'
import { writingMessages } from '../../../../messages/writing.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import markdownViewStyles from '../markdown-view.module.css'
import { MarkdownView } from '../markdown-view.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { MetricTextarea } from './metric-textarea.tsx'
import { RichText, type WrittenText } from './rich/rich-text.tsx'
import { isUntouched, type SectionDraft } from './section-draft.ts'
import styles from './section-editor.module.css'
import { isConflict, type SectionEdit } from './use-section-edit.ts'

const views = [
  ['write', writingMessages.write()],
  ['markdown', writingMessages.markdown()],
  ['preview', writingMessages.preview()],
] as const

const formatConflict = (section: Section, draft: SectionDraft, edit: SectionEdit): string => {
  if (draft.base.version < section.version)
    return writingMessages.versionSavedBy({
      name: section.updated_by_name ?? memoMessages.someone(),
      version: section.version,
    })
  return writingMessages.takenOver({ name: edit.other?.name ?? writingMessages.someoneElse() })
}

interface SectionEditorProps {
  section: Section
  draft: SectionDraft
  edit: SectionEdit
}

export const SectionEditor = ({ section, draft, edit }: SectionEditorProps) => {
  const [view, setView] = useState<(typeof views)[number][0]>('write')
  const text = useRef<WrittenText>(null)
  const [comparing, setComparing] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const { save } = edit
  const conflict = isConflict(save.error)
  const isTooLong = draft.content.length > maxSectionLength
  const submit = () => {
    if (save.isPending || isTooLong) return
    if (edit.overtaken) setComparing(true)
    else save.mutate({ ...draft, content: text.current?.content() ?? draft.content })
  }
  return (
    <div className={styles.editor} data-editor>
      {(edit.overtaken || conflict) && (
        <Note tone="amber" act={<Button onClick={() => setComparing(true)}>{writingMessages.compare()}</Button>}>
          {formatConflict(section, draft, edit)}
        </Note>
      )}
      {save.isError && !conflict && (
        <Note tone="red">{writingMessages.saveFailed({ reason: sentenceFor(save.error) })}</Note>
      )}
      {isTooLong && (
        <Note tone="red">{writingMessages.tooLong({ length: draft.content.length, max: maxSectionLength })}</Note>
      )}
      <input
        className={`input ${styles.titleField}`}
        aria-label={writingMessages.title()}
        maxLength={maxSectionTitleLength}
        value={draft.title}
        onChange={(event) => edit.change({ title: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segments label={writingMessages.view()} choices={views} chosen={view} onChoose={setView} />
        {view !== 'preview' && (
          <span className="hint">
            {(view === 'write' ? writingMessages.writeHint : writingMessages.markdownHint).rich({
              code: (words) => <code>{words}</code>,
            })}
          </span>
        )}
      </div>
      {view === 'write' && (
        <RichText
          ref={text}
          label={writingMessages.textOf({ title: section.title })}
          content={draft.content}
          onChange={(content) => edit.change({ content })}
          onSubmit={submit}
        />
      )}
      {view === 'markdown' && (
        <MetricTextarea
          label={writingMessages.textOf({ title: section.title })}
          value={draft.content}
          onChange={(content) => edit.change({ content })}
          onSubmit={submit}
        />
      )}
      {view === 'preview' && (
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
        <span className="hint flex-1">
          {isUntouched(draft) ? writingMessages.noChanges() : writingMessages.draftSaved()}
        </span>
        <Button look="ghost" onClick={() => (isUntouched(draft) ? edit.discard() : setDiscarding(true))}>
          {isUntouched(draft) ? commonMessages.close() : writingMessages.discardText()}
        </Button>
        <Button
          look="primary"
          busy={save.isPending}
          idle={isUntouched(draft) || draft.title.trim() === '' || isTooLong}
          onClick={submit}
        >
          {writingMessages.saveSection()}
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
