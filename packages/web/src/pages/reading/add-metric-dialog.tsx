import { createCustomMetric, type ReadingCell } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey } from '../../deal-data/canvas-query.ts'
import { cellText } from '../../deal-data/reading-state.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CustomMetricFields, type CustomMetricWords } from './custom-metric-fields.tsx'
import styles from './reading-view.module.css'
import { SheetPane } from './sheet-pane.tsx'

interface AddMetricDialogProps {
  dealId: string
  documentId: string
  /** The cell shown when the dialog was opened. */
  cell: ReadingCell | undefined
  onAdded: (metricKey: string) => void
  onClose: () => void
}

/** Creates a custom metric of this deal from a name, a unit and a cell of the workbook. */
export const AddMetricDialog = ({ dealId, documentId, cell: first, onAdded, onClose }: AddMetricDialogProps) => {
  const { session, queries } = useServices()
  const [words, setWords] = useState<CustomMetricWords>({ label: '', unit: 'currency' })
  const [cell, setCell] = useState(first)
  const label = words.label.trim()
  const add = useMutation({
    mutationFn: (at: ReadingCell) =>
      session.client.call(createCustomMetric, {
        params: { deal_id: dealId },
        body: { label, unit: words.unit, sheet: at.sheet, cell: at.cell },
      }),
    onSuccess: ({ metric_key: key }) => {
      void queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onAdded(key)
    },
  })
  return (
    <FormDialog
      title={readingMessages.addMetric()}
      act={readingMessages.addMetric()}
      busy={add.isPending}
      idle={label === '' || cell === undefined}
      wrong={add.isError ? sentenceFor(add.error) : undefined}
      refusal={add.error}
      onSubmit={() => cell !== undefined && add.mutate(cell)}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        <CustomMetricFields words={words} onChange={setWords} />
        <p className="text-small text-fg-2" role="status">
          {cell === undefined
            ? readingMessages.addMetricChooseCell()
            : readingMessages.addMetricCell({ cell: cellText(cell) })}
        </p>
        <SheetPane
          dealId={dealId}
          documentId={documentId}
          metric={undefined}
          candidate={cell}
          canChange={false}
          isBusy={false}
          onCandidate={setCell}
          onUse={setCell}
        />
      </div>
    </FormDialog>
  )
}
