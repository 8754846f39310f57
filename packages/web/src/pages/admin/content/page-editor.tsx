import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { aboutField } from '../../../session/about-field.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { type PageContent, type TextRule, templatesQuery } from './content-query.ts'
import { DraftBar } from './draft-bar.tsx'
import { isContested, savedText } from './edits.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { JsonEditor } from './json-editor.tsx'
import { firstBlank } from './json-pieces.ts'
import { keyWords } from './key-words.ts'
import styles from './page-editor.module.css'
import { PageList } from './page-list.tsx'
import { SearchResult } from './search-result.tsx'
import { TextField, TextMarks, Theirs } from './text-field.tsx'
import { useContentActs } from './use-content-acts.ts'
import { usePageEdits } from './use-page-edits.ts'

interface PageEditorProps {
  shown: PageContent
  all: readonly PageContent[]
}

const isMarkup = ({ kind }: TextRule): boolean => kind === 'json_ld'

/** All texts of a page with their drafts. */
export const PageEditor = ({ shown, all }: PageEditorProps) => {
  const { page, content } = shown
  const typed = usePageEdits(shown)
  const acts = useContentActs(shown)
  const [history, setHistory] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  const refused = acts.save.error ?? acts.publish.error
  const markup = page.keys.find(isMarkup)
  const blank = markup && firstBlank(typed.textOf(markup.key))

  const fieldOf = (rule: TextRule) => {
    const entry = content.content[rule.key]
    return (
      entry && {
        rule,
        entry,
        edit: typed.edits[rule.key],
        text: typed.textOf(rule.key),
        objection: aboutField(refused, 'content', rule.key),
        onChange: (text: string) => typed.edit(rule.key, text),
        onHistory: () => setHistory(rule.key),
        onTakeTheirs: () => typed.takeTheirs(rule.key),
        onKeepMine: () => typed.keepMine(rule.key),
      }
    )
  }
  const toTheWrong = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const historyEntry = history === undefined ? undefined : content.content[history]
  const structured = markup && fieldOf(markup)

  return (
    <section className="card" aria-label={page.title}>
      <DraftBar shown={shown} typed={typed} acts={acts} blank={blank} onRefused={toTheWrong} />
      <div className={styles.editor} ref={form}>
        <PageList all={all} shown={page.page_id} />
        <div className={styles.form}>
          {page.keys
            .filter((rule) => !isMarkup(rule))
            .map((rule) => {
              const field = fieldOf(rule)
              return field && <TextField key={rule.key} {...field} />
            })}
        </div>
        <div className={`${styles.form} ${styles.side}`}>
          {structured && (
            <>
              <div className={styles.label}>
                <span className="label">{adminContentMessages.structuredData()}</span>
                <TextMarks entry={structured.entry} edited={structured.edit !== undefined} />
                <Button
                  look="ghost"
                  aria-label={adminContentMessages.structuredDataHistory()}
                  onClick={structured.onHistory}
                >
                  {adminContentMessages.history()}
                </Button>
                <span className="flex-1" />
                <Templates onChoose={structured.onChange} />
              </div>
              <JsonEditor
                label={adminContentMessages.structuredData()}
                text={structured.text}
                objection={structured.objection}
                onChange={structured.onChange}
              />
              {isContested(structured.edit, structured.entry) && (
                <Theirs
                  text={savedText(structured.entry)}
                  onTake={structured.onTakeTheirs}
                  onKeep={structured.onKeepMine}
                >
                  {adminContentMessages.contested()}
                </Theirs>
              )}
              <p className="hint">{adminContentMessages.structuredDataHint()}</p>
            </>
          )}
          <SearchResult
            path={page.path}
            title={typed.textOf('meta_title')}
            description={typed.textOf('meta_description')}
          />
        </div>
      </div>
      {history !== undefined && historyEntry && (
        <HistoryDialog
          key={keyWords(history)}
          shown={shown}
          textKey={history}
          entry={historyEntry}
          restore={acts.restore}
          onClose={() => {
            acts.restore.reset()
            setHistory(undefined)
          }}
        />
      )}
    </section>
  )
}

/** Replaces the text with a preset; the browser's undo or discarding restores it. */
const Templates = ({ onChoose }: { onChoose: (text: string) => void }) => {
  const { data: templates = [] } = useQuery(templatesQuery(useServices().session.client))
  return (
    <SelectField
      label={adminContentMessages.template()}
      labelUnseen
      value=""
      onChange={(event) => {
        const chosen = templates.find(({ id }) => id === event.target.value)
        if (chosen !== undefined) onChoose(JSON.stringify(chosen.template, null, 2))
      }}
    >
      <option value="">{adminContentMessages.template()}</option>
      {templates.map(({ id, name, description }) => (
        <option key={id} value={id} title={description}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
