import { type OrgResponse, orgStatuses } from '@deal-canvas/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { OrganizationView } from '../../features/organization/organization-view.tsx'
import { adminMessages } from '../../messages/admin.ts'
import { adminOrganizationMessages } from '../../messages/admin-organizations.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './admin-page.module.css'
import { OrgDialog } from './organizations/org-dialog.tsx'
import { OrgStatusDialog } from './organizations/org-status-dialog.tsx'
import { orgsQuery } from './organizations/orgs-query.ts'
import { OrgsTable, orgStatusNames } from './organizations/orgs-table.tsx'
import { SearchBox } from './search-box.tsx'

type Open =
  | { dialog: 'create' }
  | { dialog: 'edit'; org: OrgResponse }
  | { dialog: 'status'; org: OrgResponse; to: OrgResponse['status'] }

export const OrganizationsPage = () => {
  const { org } = useSearch({ from: '/signed-in/shell/admin/organizations' })
  return org === undefined ? <OrganizationList /> : <OneOrganization key={org} orgId={org} />
}

/** Superadmins count as owners of every organization. */
const OneOrganization = ({ orgId }: { orgId: string }) => (
  <>
    <title>{adminOrganizationMessages.onePageTitle()}</title>
    <p className="mb-3">
      <Link to="/admin/organizations" className="tap">
        {adminOrganizationMessages.all()}
      </Link>
    </p>
    <OrganizationView orgId={orgId} />
  </>
)

const OrganizationList = () => {
  const { client } = useServices().session
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const [status, setStatus] = useState<OrgResponse['status']>()
  const [open, setOpen] = useState<Open>()
  const [said, setSaid] = useState('')
  const wanted = { ...(search === '' ? {} : { search }), ...(status === undefined ? {} : { status }) }
  const query = useInfiniteQuery({ ...orgsQuery(client, wanted), placeholderData: keepPreviousData })
  const orgs = query.data?.pages.flatMap((page) => page.orgs)
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setSaid(words)
    close()
  }
  return (
    <>
      <title>{adminOrganizationMessages.pageTitle()}</title>
      <header className={styles.head}>
        <h1 className="flex-1">{adminOrganizationMessages.title()}</h1>
        <Button look="primary" onClick={() => setOpen({ dialog: 'create' })}>
          <Icon name="plus" />
          {adminOrganizationMessages.create()}
        </Button>
      </header>
      <div className={styles.filters}>
        <SearchBox label={adminOrganizationMessages.search()} value={typed} onChange={setTyped} />
        <SelectField
          label={adminMessages.status()}
          labelUnseen
          value={status ?? ''}
          onChange={(event) => setStatus(orgStatuses.find((known) => known === event.target.value))}
        >
          <option value="">{adminMessages.anyStatus()}</option>
          {orgStatuses.map((known) => (
            <option key={known} value={known}>
              {orgStatusNames[known]}
            </option>
          ))}
        </SelectField>
        <span className="flex-1" />
        <span role="status" className="text-small text-fg-3">
          {said}
        </span>
      </div>
      {query.isError && (
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      )}
      {orgs && (
        <section className="card" aria-label={adminOrganizationMessages.title()}>
          <OrgsTable
            orgs={orgs}
            waiting={query.isPlaceholderData}
            onEdit={(org) => setOpen({ dialog: 'edit', org })}
            onStatus={(org, to) => setOpen({ dialog: 'status', org, to })}
          />
          {orgs.length === 0 && <p className={styles.empty}>{adminOrganizationMessages.empty()}</p>}
          {query.hasNextPage && (
            <div className="border-t border-line p-2 text-center">
              <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {adminOrganizationMessages.showEarlier()}
              </Button>
            </div>
          )}
        </section>
      )}
      {open?.dialog === 'create' && <OrgDialog onClose={close} onDone={done} />}
      {open?.dialog === 'edit' && <OrgDialog org={open.org} onClose={close} onDone={done} />}
      {open?.dialog === 'status' && <OrgStatusDialog org={open.org} to={open.to} onClose={close} onDone={done} />}
    </>
  )
}
