import { maxSectionTitleLength, type Section } from '@deal-canvas/contract'
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { commonMessages } from '../../../messages/common.ts'
import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './arrange-dialog.module.css'

interface ArrangeRowProps {
  section: Section
  position: number
  count: number
  /** Who is editing the section. */
  holder: string | undefined
  onMove: (by: 1 | -1) => void
  onPress: (event: KeyboardEvent) => void
  onRename: (title: string) => void
  onRemove: () => void
}

export const ArrangeRow = ({ section, position, count, holder, ...acts }: ArrangeRowProps) => {
  const { onMove, onPress, onRename, onRemove } = acts
  const { title } = section
  const [typed, setTyped] = useState<string>()
  const row = useRef<HTMLLIElement>(null)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const next = typed?.trim() ?? ''
    if (next !== '' && next !== title) onRename(next)
    close()
  }
  const close = (): void => {
    setTyped(undefined)
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-rename]')?.focus())
  }

  if (typed !== undefined)
    return (
      <li ref={row} className={styles.row}>
        <form className={styles.renaming} onSubmit={submit}>
          <Field
            label={messages.newTitle({ title })}
            labelUnseen
            maxLength={maxSectionTitleLength}
            autoFocus
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // The dialog stays open.
              event.preventDefault()
              event.stopPropagation()
              close()
            }}
          />
          <Button onClick={close}>{commonMessages.cancel()}</Button>
          <Button look="primary" type="submit" idle={typed.trim() === ''}>
            {messages.saveTitle()}
          </Button>
        </form>
      </li>
    )
  return (
    <li ref={row} className={styles.row} onKeyDown={onPress}>
      <span className={styles.position}>{position}</span>
      <span className={styles.title}>
        {title}
        {holder !== undefined && <span className={styles.holder}>{messages.beingEdited({ name: holder, title })}</span>}
      </span>
      <span className={styles.acts}>
        <Button
          look="ghost"
          aria-label={messages.moveUp({ title })}
          aria-keyshortcuts="Alt+ArrowUp"
          idle={position === 1}
          onClick={() => onMove(-1)}
        >
          <span className={styles.up}>
            <Icon name="down" size={14} />
          </span>
        </Button>
        <Button
          look="ghost"
          aria-label={messages.moveDown({ title })}
          aria-keyshortcuts="Alt+ArrowDown"
          idle={position === count}
          onClick={() => onMove(1)}
        >
          <Icon name="down" size={14} />
        </Button>
        <Button
          look="ghost"
          data-rename
          aria-label={messages.rename({ title })}
          idle={holder !== undefined}
          onClick={() => setTyped(title)}
        >
          <Icon name="pen" size={14} />
        </Button>
        <Button look="ghost" aria-label={messages.remove({ title })} idle={holder !== undefined} onClick={onRemove}>
          <Icon name="trash" size={14} />
        </Button>
      </span>
    </li>
  )
}
