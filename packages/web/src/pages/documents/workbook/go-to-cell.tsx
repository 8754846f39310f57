import { type DocumentCells, maxRangeLength, maxSheetNameLength } from '@deal-canvas/contract'
import { type FormEvent, useState } from 'react'
import { readRange } from '../../../features/workbook-grid/cell-range.ts'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { readAddress } from './read-address.ts'
import styles from './workbook-view.module.css'

interface GoToCellProps {
  sheets: DocumentCells['sheet_sizes']
  sheet: string
  onGo: (place: { sheet: string; cell: string }) => void
}

/** Goes to a cell by its address. */
export const GoToCell = ({ sheets, sheet, onGo }: GoToCellProps) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const go = (event: FormEvent): void => {
    event.preventDefault()
    const { sheet: named = sheet, cell } = readAddress(text)
    const found = sheets.find(({ name }) => name.toLowerCase() === named.toLowerCase())
    const wrong =
      found === undefined
        ? messages.noSuchSheet({ sheet: named })
        : readRange(cell) === undefined
          ? messages.noSuchCell()
          : undefined
    setProblem(wrong)
    if (found === undefined || wrong !== undefined) return
    setText('')
    onGo({ sheet: found.name, cell: cell.toUpperCase().replaceAll('$', '') })
  }
  return (
    <form className={styles.goTo} onSubmit={go}>
      <input
        className="input"
        aria-label={messages.goTo()}
        placeholder={messages.goToHint()}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'go-to-problem'}
        maxLength={maxSheetNameLength + maxRangeLength}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problem !== undefined && (
        <p id="go-to-problem" role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}
