import { Link } from '@tanstack/react-router'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { useObservable } from '../../ui/observable.ts'
import { FoundOrganization } from './found-organization.tsx'
import { OrganizationView } from './organization-view.tsx'

/** The organization that the switcher in the top bar shows. */
export const OrganizationPage = () => {
  const { orgs } = useMe()
  const chosen = useObservable(useServices().orgId)
  const current = orgs.find((org) => org.org_id === chosen) ?? orgs[0]
  return (
    <div className="page">
      <title>Organization · Deal Canvas</title>
      {current === undefined ? (
        <>
          <h1 className="mb-4 text-h1 tracking-tight">Organization</h1>
          <p className="mb-4 max-w-[60ch] text-fg-2">
            You are in no organization. An admin of one can invite you by your email; deals of your own need none. Your
            emails are on your <Link to="/account">account page</Link>.
          </p>
          <div className="max-w-[480px]">
            <FoundOrganization />
          </div>
        </>
      ) : (
        <OrganizationView key={current.org_id} orgId={current.org_id} />
      )}
    </div>
  )
}
