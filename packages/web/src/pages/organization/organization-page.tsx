import { Link } from '@tanstack/react-router'
import { CreateOrganization } from '../../features/organization/create-organization.tsx'
import { OrganizationView } from '../../features/organization/organization-view.tsx'
import { appMessages } from '../../messages/app.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { useObservable } from '../../ui/observable.ts'

/** The organization selected in the switcher of the top bar. */
export const OrganizationPage = () => {
  const { orgs } = useMe()
  const chosen = useObservable(useServices().orgId)
  const current = orgs.find((org) => org.org_id === chosen) ?? orgs[0]
  return (
    <div className="page">
      <title>{appMessages.pageTitle({ title: organizationMessages.title() })}</title>
      {current === undefined ? (
        <>
          <h1 className="mb-4 text-h1 tracking-tight">{organizationMessages.title()}</h1>
          <p className="mb-4 max-w-[60ch] text-fg-2">
            {organizationMessages.noOrganization.rich({ link: (text) => <Link to="/account">{text}</Link> })}
          </p>
          <div className="max-w-[480px]">
            <CreateOrganization />
          </div>
        </>
      ) : (
        <OrganizationView key={current.org_id} orgId={current.org_id} />
      )}
    </div>
  )
}
