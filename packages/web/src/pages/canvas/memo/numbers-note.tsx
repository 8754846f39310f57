import { useQuery } from '@tanstack/react-query'
import { metricsQuery, useDealId } from '../../../deal-data/canvas-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

/** Warns that the numbers of the memo can be outdated. Stays, with its button, during a refetch. */
export const NumbersNote = () => {
  const { client } = useServices().session
  const { error, errorUpdatedAt, dataUpdatedAt, isFetching, refetch } = useQuery(metricsQuery(client, useDealId()))
  if (errorUpdatedAt <= dataUpdatedAt) return null
  return (
    <Note
      tone="red"
      act={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {memoMessages.loadAgain()}
        </Button>
      }
    >
      {error === null
        ? memoMessages.numbersNotLoaded()
        : memoMessages.numbersNotLoadedReason({ reason: sentenceFor(error) })}
    </Note>
  )
}
