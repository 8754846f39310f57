import { changeCustomMetric, deleteCustomMetric, type ReadingMetric } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useMetrics } from '../../deal-data/canvas-query.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CustomMetricFields } from './custom-metric-fields.tsx'

interface CustomMetricActsProps {
  dealId: string
  metric: ReadingMetric
}

/** Renames a custom metric, changes its unit, or removes it. */
export const CustomMetricActs = ({ dealId, metric }: CustomMetricActsProps) => {
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button look="ghost" onClick={() => setOpen('edit')}>
        {readingMessages.editMetric()}
      </Button>
      <Button look="ghost" onClick={() => setOpen('remove')}>
        {readingMessages.removeMetric()}
      </Button>
      {open === 'edit' && <EditDialog dealId={dealId} metric={metric} onClose={close} />}
      {open === 'remove' && <RemoveDialog dealId={dealId} metric={metric} onClose={close} />}
    </>
  )
}

interface ActDialogProps extends CustomMetricActsProps {
  onClose: () => void
}

/** Sends a change with the version that the user has seen. */
const useAct = (dealId: string, metricKey: string, onClose: () => void) => {
  const { queries } = useServices()
  const ifMatch = useMetrics().get(metricKey)?.version
  return {
    request: { params: { deal_id: dealId, metric_key: metricKey }, ifMatch },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  }
}

const EditDialog = ({ dealId, metric, onClose }: ActDialogProps) => {
  const { client } = useServices().session
  const [words, setWords] = useState({ label: metric.name, unit: metric.unit })
  const { request, onSuccess } = useAct(dealId, metric.key, onClose)
  const label = words.label.trim()
  const edit = useMutation({
    mutationFn: () => client.call(changeCustomMetric, { ...request, body: { label, unit: words.unit } }),
    onSuccess,
  })
  return (
    <FormDialog
      title={readingMessages.editMetric()}
      act={readingMessages.saveMetric()}
      busy={edit.isPending}
      idle={label === ''}
      wrong={edit.isError ? sentenceFor(edit.error) : undefined}
      refusal={edit.error}
      onSubmit={() => edit.mutate()}
      onClose={onClose}
    >
      <CustomMetricFields words={words} onChange={setWords} />
    </FormDialog>
  )
}

const RemoveDialog = ({ dealId, metric, onClose }: ActDialogProps) => {
  const { client } = useServices().session
  const { request, onSuccess } = useAct(dealId, metric.key, onClose)
  const remove = useMutation({ mutationFn: () => client.call(deleteCustomMetric, request), onSuccess })
  return (
    <FormDialog
      title={readingMessages.removeMetricTitle({ name: metric.name })}
      act={readingMessages.removeMetric()}
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{readingMessages.removeMetricHint()}</p>
    </FormDialog>
  )
}
