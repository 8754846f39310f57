import { type BodyOf, type TwoWayTable, type TwoWayTableDone, twoWayTable } from '@deal-canvas/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { retryWhileBusy } from '../../../session/is-busy.ts'
import { useServices } from '../../../session/services.ts'

export type TableBody = BodyOf<typeof twoWayTable>

/** A table, as far as it is computed. */
export interface ComputedTable {
  table: TwoWayTable
  /** The scenario that it starts from; undefined: what the memo presents. */
  scenarioId: string | undefined
  rows: (number | null)[][]
  /** Of each row; empty or null where there is none. */
  breakEven: (number | null)[]
  /** Undefined: rows are still to come. */
  done: TwoWayTableDone | undefined
}

/** Computes a table; rows appear as they arrive. `numbers` changes with every metric of the deal. */
export const useTwoWayTable = (body: TableBody | undefined, numbers: string) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const queryKey = ['two-way-table', dealId, body, numbers]
  return useQuery({
    queryKey,
    enabled: body !== undefined,
    queryFn: async ({ signal }): Promise<ComputedTable> => {
      if (body === undefined) throw new Error('There is no table to compute')
      let found: ComputedTable | undefined
      for await (const { event, data } of session.client.stream(twoWayTable, {
        params: { deal_id: dealId },
        body,
        signal,
      })) {
        if (event === 'table')
          found = { table: data, scenarioId: body.scenario_id, rows: [], breakEven: [], done: undefined }
        else if (found === undefined) throw new Error('The table started without its axes')
        else if (event === 'row') {
          const breakEven = [...found.breakEven, data.break_even]
          found = { ...found, rows: [...found.rows, data.values], breakEven }
        } else return { ...found, done: data }
        if (found.rows.length > 0) queries.setQueryData(queryKey, found)
      }
      throw new Error('The table ended early')
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    // Keep showing the previous table until the first row of the new one.
    placeholderData: keepPreviousData,
    retry: retryWhileBusy,
  })
}
