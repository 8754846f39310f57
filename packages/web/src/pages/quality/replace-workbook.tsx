import {
  addDocuments,
  type Document,
  deleteDocument,
  previewModel,
  replaceModel,
  workbookKinds,
} from '@deal-canvas/contract'
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
import { WorkbookPreview } from './workbook-preview.tsx'

const isWorkbook = ({ kind, state }: Document): boolean => workbookKinds.has(kind) && state !== 'failed'

interface ReplaceWorkbookProps {
  /** The current workbook. */
  now: string | null
  onClose: () => void
}

/** Compares another workbook with the model, takes the metrics from it once that is accepted, and lists what changed. */
export const ReplaceWorkbook = ({ now, onClose }: ReplaceWorkbookProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const files = useQuery(documentsQuery(session.client, dealId))
  const workbooks = (files.data?.documents ?? []).filter((file) => isWorkbook(file) && file.id !== now)
  const [picked, setPicked] = useState<string>()
  const [uploaded, setUploaded] = useState<string>()
  const [attempt] = useState(createAttempts)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('files', file)
      const { documents } = await session.client.call(addDocuments, { params: { deal_id: dealId }, body })
      await queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'documents'] })
      return documents[0]
    },
    onSuccess: (document) => {
      setPicked(document?.id)
      setUploaded(document?.id)
    },
  })
  const preview = useMutation({
    mutationFn: (id: string) =>
      session.client.call(previewModel, { params: { deal_id: dealId }, body: { document_id: id } }),
  })
  const discard = useMutation({
    mutationFn: (id: string) => session.client.call(deleteDocument, { params: { deal_id: dealId, document_id: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'documents'] })
      onClose()
    },
  })
  const replace = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      attempt(`${id} ${version}`, (idempotencyKey) =>
        session.client.call(replaceModel, {
          params: { deal_id: dealId },
          body: { document_id: id, model_version: version },
          idempotencyKey,
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
  if (replace.isSuccess) return <Replaced answer={replace.data} onClose={onClose} />
  const chosen = workbooks.find(({ id }) => id === picked)
  const error = replace.error ?? preview.error ?? discard.error ?? upload.error ?? files.error
  const found = preview.data
  if (found !== undefined)
    return (
      <Dialog title={messages.previewTitle({ file: found.file_name })} onClose={onClose}>
        <div className="grid gap-3">
          <p className="text-fg-2">{messages.previewHint({ sections: found.stale_sections.length })}</p>
          <WorkbookPreview preview={found} />
          {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
          <div className="flex flex-wrap justify-end gap-2">
            {found.document_id === uploaded && (
              <Button look="ghost" busy={discard.isPending} onClick={() => discard.mutate(found.document_id)}>
                {messages.discardUpload()}
              </Button>
            )}
            <Button
              onClick={() => {
                replace.reset()
                preview.reset()
              }}
            >
              {messages.otherWorkbook()}
            </Button>
            <Button
              look="primary"
              busy={replace.isPending}
              onClick={() => replace.mutate({ id: found.document_id, version: found.model_version })}
            >
              {messages.acceptWorkbook()}
            </Button>
          </div>
        </div>
      </Dialog>
    )
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
            busy={preview.isPending}
            idle={chosen === undefined}
            onClick={() => chosen !== undefined && preview.mutate(chosen.id)}
          >
            {chosen === undefined ? messages.compareWorkbook() : messages.compareFile({ file: chosen.file_name })}
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
