import { exportAuditTrail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Exports all events with what is needed to verify them elsewhere. */
export const ExportButton = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const save = useMutation({
    mutationFn: () => client.download(exportAuditTrail, { params: { deal_id: dealId } }),
    onSuccess: (file) => saveFile(file, `${dealId}-audit-trail.ndjson`),
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
