import type { Client } from '@deal-canvas/client'
import { auditTrail, type EntryKind } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'

const pageSize = 100

/** The audit trail of a deal, newest first. Every event of the live channel invalidates it. */
export const trailQuery = (client: Client, dealId: string, kind: EntryKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...dealKey(dealId), 'record', 'trail', kind],
    queryFn: ({ signal, pageParam }) =>
      client.call(auditTrail, {
        params: { deal_id: dealId },
        query: {
          limit: pageSize,
          ...(kind === undefined ? {} : { kind }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })
