import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { isUnread } from '../../features/uploads/is-unread.ts'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { useServices } from '../../session/services.ts'

// Most deals have no such files.
const UnreadFiles = lazy(async () => ({ default: (await import('./unread-files.tsx')).UnreadFiles }))

/** Points out the files of the deal that could not be read, above the memo. */
export const UnreadStrip = () => {
  const { client } = useServices().session
  const { data } = useQuery(documentsQuery(client, useDealId()))
  if (data === undefined || !data.documents.some(isUnread)) return null
  return (
    <Suspense fallback={null}>
      <UnreadFiles documents={data.documents} />
    </Suspense>
  )
}
