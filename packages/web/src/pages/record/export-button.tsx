import { exportAuditTrail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const minute = 60_000

/** Saves a file through the browser's download. */
const keepFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read the file only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), minute)
}

/** Exports all events with what is needed to verify them elsewhere. */
export const ExportButton = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const save = useMutation({
    mutationFn: () => client.download(exportAuditTrail, { params: { deal_id: dealId } }),
    onSuccess: (file) => keepFile(file, `${dealId}-audit-trail.ndjson`),
  })
  return (
    <>
      {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        {messages.export()}
      </Button>
    </>
  )
}
