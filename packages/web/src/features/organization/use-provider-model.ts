import { atLeast, type DealRole, dealRoles } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { useServices } from '../../session/services.ts'
import { orgQuery } from './org-query.ts'

/** The model that the organization of this deal has switched on; undefined: none, or not for this person. */
export const useProviderModel = (needed: DealRole): string | undefined => {
  const { client } = useServices().session
  const { deal } = useCanvas()
  const isAllowed = deal.org_id !== null && atLeast(dealRoles, deal.role, needed)
  // Who is no member of the organization cannot see its settings.
  const { data: org } = useQuery({ ...orgQuery(client, deal.org_id ?? ''), enabled: isAllowed, retry: false })
  return isAllowed && org?.settings['model_provider'] === true ? org.provider_model : undefined
}
