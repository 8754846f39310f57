import type { Client } from '@deal-canvas/client'
import { showOrg } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

/** All cached data of an organization is under this key. */
export const orgKey = (orgId: string) => ['organization', orgId] as const

/** Apart from the other queries of an organization, because a memo asks for its settings too. */
export const orgQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'itself'],
    queryFn: ({ signal }) => client.call(showOrg, { params: { org_id: orgId }, signal }),
  })
