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

/** Which reading is shown: that of an intake or that of a deal. */
export type ReadingPlace = { conversationId: string } | { dealId: string }

const keyOf = (place: ReadingPlace): readonly unknown[] =>
  'dealId' in place ? [...dealKey(place.dealId), 'reading'] : intakeReadingKey(place.conversationId)

/** Polling interval while the workbook is still being read. */
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

/** Sends a change based on the version that is shown; if another user saved first, reloads the reading. */
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

/** Reads the workbook of a deal again: first as a preview of the changes, then, if the user confirms, for real. */
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
