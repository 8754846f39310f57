import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../session/services.ts'
import { everyOrgQuery } from './organizations/orgs-query.ts'

/** The active organizations as options of a select. */
export const OrgOptions = () => {
  const { data = [] } = useQuery(everyOrgQuery(useServices().session.client))
  return data
    .filter(({ status }) => status === 'active')
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
}
