import { maxSiteTextLength } from '@deal-canvas/contract'
import { type ReactNode, useId } from 'react'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { TextEntry, TextRule } from './content-query.ts'
import { type Edit, isContested, savedText } from './edits.ts'
import { keyWords } from './key-words.ts'
import pageEditorStyles from './page-editor.module.css'
import styles from './text-field.module.css'

interface TextFieldProps {
  rule: TextRule
  entry: TextEntry
  edit: Edit | undefined
  text: string
  objection: string | undefined
  onChange: (text: string) => void
  onHistory: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** In code points, as the service counts. */
const lengthOf = (text: string): number => [...text].length

export const TextField = (props: TextFieldProps) => {
  const { rule, entry, edit, text, objection, onChange, onHistory, onTakeTheirs, onKeepMine } = props
  const id = useId()
  const name = keyWords(rule.key)
  const length = lengthOf(text)
  const field = {
    id,
    name: rule.key,
    className: 'input',
    value: text,
    'aria-invalid': objection !== undefined || undefined,
    'aria-describedby': `${id}-hint`,
    maxLength: maxSiteTextLength,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="field">
      <div className={pageEditorStyles.label}>
        <label className="label" htmlFor={id}>
          {name}
        </label>
        <TextMarks entry={entry} edited={edit !== undefined} />
        <Button look="ghost" aria-label={adminContentMessages.historyOf({ name })} onClick={onHistory}>
          {adminContentMessages.history()}
        </Button>
        <span className="flex-1" />
        {rule.advised_length !== null && (
          <span className={length > rule.advised_length ? 'text-small text-amber' : 'hint'}>
            {adminContentMessages.lengthOfAdvised({ length, advised: rule.advised_length })}
          </span>
        )}
      </div>
      {rule.kind === 'line' && rule.advised_length !== 160 ? <input {...field} /> : <textarea {...field} rows={2} />}
      <div id={`${id}-hint`} className="grid gap-1">
        {objection !== undefined && (
          <p className="error">
            <Icon name="alert" size={14} />
            {objection}
          </p>
        )}
        {rule.advised_length !== null && length > rule.advised_length && (
          <p className="hint">{adminContentMessages.tooLong({ advised: rule.advised_length })}</p>
        )}
      </div>
      {isContested(edit, entry) && (
        <Theirs text={savedText(entry)} onTake={onTakeTheirs} onKeep={onKeepMine}>
          {adminContentMessages.contested()}
        </Theirs>
      )}
    </div>
  )
}

export const TextMarks = ({ entry, edited }: { entry: TextEntry; edited: boolean }) => {
  if (edited) return <span className="chip blue">{adminContentMessages.notSavedMark()}</span>
  if (entry.has_draft) return <span className="chip amber">{adminContentMessages.changedMark()}</span>
  return entry.is_modified ? null : <span className="chip">{adminContentMessages.defaultMark()}</span>
}

interface TheirsProps {
  text: string
  onTake: () => void
  onKeep: () => void
  children: ReactNode
}

export const Theirs = ({ text, onTake, onKeep, children }: TheirsProps) => (
  <div className="grid gap-2" role="status">
    <p className="text-small text-amber">{children}</p>
    <p className={styles.theirs}>{text === '' ? adminContentMessages.emptyText() : text}</p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={onTake}>{adminContentMessages.useTheirs()}</Button>
      <Button onClick={onKeep}>{adminContentMessages.keepMine()}</Button>
    </div>
  </div>
)
