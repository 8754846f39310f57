import { type DealStage, myOrgs } from '@deal-canvas/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { dealMessages } from '../messages/deals.ts'
import { useServices } from '../session/services.ts'

/** Settings of the organizations of the user. */
const orgsQuery = (client: ReturnType<typeof useServices>['session']['client']) =>
  queryOptions({
    queryKey: ['organization', 'mine'],
    queryFn: ({ signal }) => client.call(myOrgs, { signal }),
  })

/** What a stage is called: as the organization of the deal renamed it, otherwise by its built-in name. */
export const useStageName = (): ((stage: DealStage, orgId: string | null | undefined) => string) => {
  const { client } = useServices().session
  const { data } = useQuery(orgsQuery(client))
  return (stage, orgId) => {
    const orgs = data?.orgs ?? []
    // A list across organizations has one name per stage: that of the only organization, if there is one.
    const org = orgId === undefined && orgs.length === 1 ? orgs[0] : orgs.find(({ id }) => id === orgId)
    const named = org?.settings['stage_names']
    const names = new Map(typeof named === 'object' && named !== null ? Object.entries(named) : [])
    const name: unknown = names.get(stage)
    return typeof name === 'string' ? name : dealMessages.stageName({ stage })
  }
}
