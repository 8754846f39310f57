import { type Export, exportContent } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { exportMessages as messages } from '../../messages/exports.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { formatTime } from '../../ui/format-time.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useNow } from '../../ui/use-now.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent' })

/** An export with its progress, its file, or why there is none. */
export const ExportRow = ({ dealId, exported }: { dealId: string; exported: Export }) => {
  const { client } = useServices().session
  const now = useNow()
  const { id, status, progress, problem, file_name: name, size, created_at } = exported
  const format = messages.formatName({ format: exported.format })
  const download = useMutation({
    mutationFn: () => client.download(exportContent, { params: { deal_id: dealId, export_id: id } }),
    onSuccess: (file) => saveFile(file, name ?? ''),
  })
  if (status === 'failed')
    return (
      <li className="py-2">
        <p role="status" className="text-red">
          {messages.failed({ format, problem: problem ?? '' })}
        </p>
      </li>
    )
  if (name === null || size === null)
    return (
      <li className="py-2">
        <p role="status">
          {format}{' '}
          <span className="text-fg-3">
            {status === 'pending' ? messages.waiting() : messages.making({ share: percent.format(progress) })}
          </span>
        </p>
        <progress className="w-full" max={1} value={progress} aria-label={format} />
      </li>
    )
  return (
    <li className="flex items-center gap-3 py-2">
      <p className="min-w-0 flex-1">
        <span className="block truncate">{name}</span>
        <span className="text-small text-fg-3">
          {messages.details({ format, size: formatBytes(size), time: formatTime(created_at, now) })}
        </span>
        {download.isError && (
          <span role="alert" className="block text-small text-red">
            {sentenceFor(download.error)}
          </span>
        )}
      </p>
      <Button busy={download.isPending} aria-label={messages.downloadNamed({ name })} onClick={() => download.mutate()}>
        {messages.download()}
      </Button>
    </li>
  )
}
