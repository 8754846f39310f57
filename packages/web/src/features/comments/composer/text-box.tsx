import { maxCommentLength } from '@deal-canvas/contract'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../messages/comments.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import type { Participant } from '../thread/spoken-parts.ts'
import { peopleFor, type Typing, typingAt, withMention } from './mention-completion.ts'
import styles from './text-box.module.css'

interface TextBoxProps {
  label: string
  placeholder?: string
  text: string
  onChange: (text: string) => void
  /** On Ctrl+Enter. */
  onSend: () => void
  onEscape?: (() => void) | undefined
  /** Absent: pictures are not allowed. */
  onPictures?: ((files: readonly File[]) => void) | undefined
  invalid?: string | undefined
  boxRef?: Ref<HTMLTextAreaElement>
  autoFocus?: boolean
}

const picturesOf = (data: DataTransfer): File[] => [...data.files].filter(({ type }) => type.startsWith('image/'))

/** A text field in which @ offers the members of the deal. */
export const TextBox = ({
  label,
  placeholder,
  text,
  onChange,
  onSend,
  onEscape,
  onPictures,
  ...more
}: TextBoxProps) => {
  const { participants } = useCanvas()
  const own = useRef<HTMLTextAreaElement>(null)
  const [typing, setTyping] = useState<Typing>()
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const offered = typing === undefined ? [] : peopleFor(typing.wanted, participants)
  const isOpen = offered.length > 0
  const active = offered[Math.min(chosen, offered.length - 1)]

  const look = (box: HTMLTextAreaElement): void => {
    setTyping(box.selectionStart === box.selectionEnd ? typingAt(box.value, box.selectionStart) : undefined)
    setChosen(0)
  }

  const take = (person: Participant): void => {
    if (typing === undefined) return
    const next = withMention(text, typing, person)
    onChange(next.text)
    setTyping(undefined)
    // Wait for the new text to render, or the caret would be set in the old one.
    requestAnimationFrame(() => {
      own.current?.focus()
      own.current?.setSelectionRange(next.caret, next.caret)
    })
  }

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    } else if (isOpen && active !== undefined && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      event.preventDefault()
      take(active)
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((chosen + step + offered.length) % offered.length)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (isOpen) setTyping(undefined)
      else onEscape?.()
    }
  }

  const receive = (event: ClipboardEvent | DragEvent, data: DataTransfer): void => {
    const files = onPictures === undefined ? [] : picturesOf(data)
    if (files.length === 0) return
    event.preventDefault()
    onPictures?.(files)
  }

  return (
    <div className={styles.textBox}>
      <textarea
        ref={(box) => {
          own.current = box
          const { boxRef } = more
          if (typeof boxRef === 'function') boxRef(box)
          else if (boxRef) boxRef.current = box
        }}
        className="input"
        rows={2}
        maxLength={maxCommentLength}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active !== undefined ? `${id}-${active.user_id}` : undefined}
        aria-invalid={more.invalid !== undefined || undefined}
        aria-describedby={more.invalid}
        placeholder={placeholder}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it opens because the person asked to write.
        autoFocus={more.autoFocus}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => {
          if (typing !== undefined && event.currentTarget.selectionStart !== typing.end) look(event.currentTarget)
        }}
        onBlur={() => setTyping(undefined)}
        onKeyDown={press}
        onPaste={(event) => receive(event, event.clipboardData)}
        onDrop={(event) => receive(event, event.dataTransfer)}
      />
      {isOpen && (
        <div role="listbox" id={id} aria-label={commentMessages.membersLabel()} className={`${styles.people} pop`}>
          {offered.map((person) => (
            // biome-ignore lint/a11y/useFocusableInteractive: see above.
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same.
            <div
              key={person.user_id}
              role="option"
              id={`${id}-${person.user_id}`}
              aria-selected={person === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <Avatar id={person.user_id} name={person.display_name} picture={person.avatar_url} />
              <span className="min-w-0 flex-1 truncate">{person.display_name}</span>
              <UnverifiedMark verified={person.email_verified} />
              <span className="text-fg-3 text-small">{person.role}</span>
            </div>
          ))}
        </div>
      )}
      <span className="sr-only" aria-live="polite">
        {isOpen && commentMessages.membersFound({ count: offered.length })}
      </span>
    </div>
  )
}
