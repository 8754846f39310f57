import type { Client } from '@deal-canvas/client'
import {
  changeDealReading,
  changeIntakeReading,
  dealReading,
  intakeReading,
  previewReadAgain,
  type Reading,
  type ReadingChange,
  readAgain,
} from '@deal-canvas/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../session/services.ts'
import { dealKey } from './canvas-query.ts'
import { intakeReadingKey } from './intake-query.ts'

/** Where the reading is looked at: while the deal comes in, or on the deal. */
export type ReadingPlace = { conversationId: string } | { dealId: string }

const keyOf = (place: ReadingPlace): readonly unknown[] =>
  'dealId' in place ? [...dealKey(place.dealId), 'reading'] : intakeReadingKey(place.conversationId)

/** A workbook that is still being read is asked for again. */
const lookAgainMs = 2_000

export const readingQuery = (client: Client, place: ReadingPlace) =>
  queryOptions({
    queryKey: keyOf(place),
    queryFn: ({ signal }): Promise<Reading> =>
      'dealId' in place
        ? client.call(dealReading, { params: { deal_id: place.dealId }, signal })
        : client.call(intakeReading, { params: { conversation_id: place.conversationId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? lookAgainMs : false),
  })

/** Sends a change of the version that is shown; one that somebody was faster with is read again. */
export const useChangeReading = (place: ReadingPlace) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const queryKey = keyOf(place)
  return useMutation({
    mutationFn: (body: ReadingChange) => {
      const ifMatch = queries.getQueryData<Reading>(queryKey)?.version
      return 'dealId' in place
        ? client.call(changeDealReading, { params: { deal_id: place.dealId }, body, ifMatch })
        : client.call(changeIntakeReading, { params: { conversation_id: place.conversationId }, body, ifMatch })
    },
    onSuccess: (changed) => {
      queries.setQueryData<Reading>(queryKey, changed)
      if ('dealId' in place) void queries.invalidateQueries({ queryKey: dealKey(place.dealId) })
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}

/** Reads the workbook of a deal again: first what would change, then, if the person wants it, for good. */
export const useReadAgain = (dealId: string) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const params = { deal_id: dealId }
  const preview = useMutation({ mutationFn: () => client.call(previewReadAgain, { params }) })
  const use = useMutation({
    mutationFn: (ifMatch: number) => client.call(readAgain, { params, ifMatch }),
    onSuccess: (changed) => {
      queries.setQueryData<Reading>(keyOf({ dealId }), changed)
      void queries.invalidateQueries({ queryKey: dealKey(dealId) })
    },
    onError: () => void queries.invalidateQueries({ queryKey: keyOf({ dealId }) }),
    onSettled: () => preview.reset(),
  })
  return { preview, use }
}
