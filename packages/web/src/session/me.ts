import type { Client } from '@deal-canvas/client'
import { type Me, me } from '@deal-canvas/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useServices } from './services.ts'

export const meQuery = (client: Client) =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => client.call(me, { signal }) })

export const useMe = (): Me => useSuspenseQuery(meQuery(useServices().session.client)).data
