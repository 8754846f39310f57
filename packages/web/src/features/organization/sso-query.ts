import type { Client } from '@deal-canvas/client'
import { showSso } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

export const ssoQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: ['sso-settings', orgId],
    queryFn: ({ signal }) => client.call(showSso, { params: { org_id: orgId }, signal }),
  })
