import { type DealColumn, dealColumns } from '@deal-canvas/contract'
import { useState } from 'react'
import { dealListMessages as messages } from '../../messages/deal-list.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { columnFacts } from './deal-columns.tsx'
import styles from './deals-page.module.css'

interface ColumnsDialogProps {
  columns: readonly DealColumn[]
  onChoose: (columns: DealColumn[]) => void
  onClose: () => void
}

export const ColumnsDialog = ({ columns, onChoose, onClose }: ColumnsDialogProps) => {
  const [chosen, setChosen] = useState(new Set(columns))
  const toggle = (column: DealColumn, isOn: boolean): void => {
    const next = new Set(chosen)
    if (isOn) next.add(column)
    else next.delete(column)
    setChosen(next)
  }
  return (
    <FormDialog
      title={messages.chooseColumns()}
      act={messages.useColumns()}
      busy={false}
      refusal={undefined}
      onSubmit={() => onChoose(dealColumns.filter((column) => chosen.has(column)))}
      onClose={onClose}
    >
      <p className="text-small text-fg-3">{messages.columnsHint()}</p>
      <div className={styles.checks}>
        {dealColumns.map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={chosen.has(column)}
              onChange={({ target }) => toggle(column, target.checked)}
            />
            {columnFacts[column].title}
          </label>
        ))}
      </div>
    </FormDialog>
  )
}
