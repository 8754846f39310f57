import { addDocuments, type Document, replaceModel, workbookKinds } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { useNumbers } from '../../deal-data/numbers.ts'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './replace-workbook.module.css'

const isWorkbook = ({ kind, state }: Document): boolean => workbookKinds.has(kind) && state !== 'failed'

interface ReplaceWorkbookProps {
  /** The current workbook. */
  now: string | null
  onClose: () => void
}

/** Takes the metrics from another workbook after a confirmation, then lists what changed. */
export const ReplaceWorkbook = ({ now, onClose }: ReplaceWorkbookProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const files = useQuery(documentsQuery(session.client, dealId))
  const workbooks = (files.data?.documents ?? []).filter((file) => isWorkbook(file) && file.id !== now)
  const [picked, setPicked] = useState<string>()
  const [attempt] = useState(createAttempts)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('files', file)
      const { documents } = await session.client.call(addDocuments, { params: { deal_id: dealId }, body })
      await queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'documents'] })
      return documents[0]
    },
    onSuccess: (document) => setPicked(document?.id),
  })
  const replace = useMutation({
    mutationFn: (id: string) =>
      attempt(id, (idempotencyKey) =>
        session.client.call(replaceModel, { params: { deal_id: dealId }, body: { document_id: id }, idempotencyKey }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  if (replace.isSuccess) return <Replaced answer={replace.data} onClose={onClose} />
  const chosen = workbooks.find(({ id }) => id === picked)
  const error = replace.error ?? upload.error ?? files.error
  return (
    <Dialog title={messages.replaceTitle()} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-fg-2">{messages.replaceHint()}</p>
        <fieldset className="grid gap-1">
          <legend className="label mb-1">{messages.workbook()}</legend>
          {workbooks.map(({ id, file_name: name, created_at: at }) => (
            <label key={id} className="choice">
              <input type="radio" name="workbook" checked={id === picked} onChange={() => setPicked(id)} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-small text-fg-3">
                <RelativeTime at={at} />
              </span>
            </label>
          ))}
          {files.isSuccess && workbooks.length === 0 && (
            <p className="text-small text-fg-3">{messages.noOtherWorkbook()}</p>
          )}
        </fieldset>
        <label className="btn" aria-busy={upload.isPending || undefined}>
          <span>{messages.uploadWorkbook()}</span>
          <input
            type="file"
            className="sr-only"
            accept={[...workbookKinds].map((kind) => `.${kind}`).join(',')}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file !== undefined) upload.mutate(file)
            }}
          />
        </label>
        {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.keepWorkbook()}</Button>
          <Button
            look="primary"
            busy={replace.isPending}
            idle={chosen === undefined}
            onClick={() => chosen !== undefined && replace.mutate(chosen.id)}
          >
            {chosen === undefined ? messages.chooseWorkbook() : messages.chooseFile({ file: chosen.file_name })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ReplacedProps {
  answer: {
    differences: { metric_key: string; label: string; before: number | null; after: number | null }[]
    stale_sections: string[]
    lost: string[]
  }
  onClose: () => void
}

const Replaced = ({ answer: { differences, stale_sections: stale, lost }, onClose }: ReplacedProps) => {
  const { shown } = useNumbers()
  const words = (key: string, value: number | null) => formatMetric(value, shown.get(key)?.unit ?? 'ratio')
  return (
    <Dialog title={messages.replacedTitle()} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-fg-2">
          {differences.length === 0
            ? messages.noNumbersChanged()
            : messages.numbersChanged({ numbers: differences.length, sections: stale.length })}
        </p>
        {lost.length > 0 && (
          <Note tone="amber">
            {messages.notInNewWorkbook({ metrics: lost.map((key) => shown.get(key)?.label ?? key).join(', ') })}
          </Note>
        )}
        {differences.length > 0 && (
          <table className={styles.differences}>
            <thead>
              <tr>
                <th scope="col">{messages.metric()}</th>
                <th scope="col">{messages.before()}</th>
                <th scope="col">{messages.now()}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ metric_key: key, label, before, after }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{words(key, before)}</td>
                  <td>
                    <b>{words(key, after)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {messages.done()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
