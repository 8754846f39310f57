import type { DocumentCells } from '@deal-canvas/contract'
import { type KeyboardEvent, useRef } from 'react'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './workbook-view.module.css'

interface SheetTabsProps {
  sheets: DocumentCells['sheet_sizes']
  chosen: string
  /** The element that shows the chosen sheet. */
  controls: string
  onChoose: (name: string) => void
}

/** The sheets of the workbook; arrow keys move between them. */
export const SheetTabs = ({ sheets, chosen, controls, onChoose }: SheetTabsProps) => {
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent): void => {
    const at = sheets.findIndex(({ name }) => name === chosen)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: sheets.length - 1 }[event.key]
    if (to === undefined || event.altKey) return
    const next = sheets[to]
    event.preventDefault()
    if (next === undefined) return
    onChoose(next.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={messages.sheets()} className={styles.tabs} onKeyDown={press}>
      {sheets.map(({ name, hidden }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={controls}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {name}
          {hidden && (
            <span className={styles.hidden}>
              <Icon name="lock" size={12} />
              {messages.hidden()}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
