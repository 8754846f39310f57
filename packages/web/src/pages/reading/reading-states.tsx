import type { Reading } from '@deal-canvas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { commonMessages } from '../../messages/common.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Shown while there is nothing to check yet, or if there never will be. */
export const ReadingStates = ({ reading }: { reading: UseQueryResult<Reading> }) => {
  if (reading.isError && reading.data === undefined)
    return (
      <Note tone="red" act={<Button onClick={() => void reading.refetch()}>{commonMessages.tryAgain()}</Button>}>
        {sentenceFor(reading.error)}
      </Note>
    )
  if (reading.data === undefined || reading.data.status === 'pending')
    return <p role="status">{readingMessages.pending()}</p>
  if (reading.data.status === 'no_model') return <p role="status">{readingMessages.noWorkbook()}</p>
  return null
}
