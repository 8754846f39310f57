import { type SuperAdminUserResponse, userStatuses } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { adminMessages } from '../../messages/admin.ts'
import { adminUserMessages } from '../../messages/admin-users.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './admin-page.module.css'
import { OrgOptions } from './org-options.tsx'
import { SearchBox } from './search-box.tsx'
import { CreateUserDialog, type MadeUser } from './users/create-user-dialog.tsx'
import { EditUserDialog } from './users/edit-user-dialog.tsx'
import { EraseUserDialog } from './users/erase-user-dialog.tsx'
import { MadeUserDialog } from './users/made-user-dialog.tsx'
import type { UserAct } from './users/user-act.ts'
import { UserQuestionDialog } from './users/user-question-dialog.tsx'
import { statusNames } from './users/user-status.tsx'
import type { UsersPlace } from './users/users-place.ts'
import { usersPerPage, usersQuery } from './users/users-query.ts'
import { UsersTable } from './users/users-table.tsx'

type Open =
  | { dialog: 'create' }
  | { dialog: 'made'; made: MadeUser }
  | { dialog: UserAct; user: SuperAdminUserResponse }

export const UsersPage = () => {
  const { client } = useServices().session
  const place = useSearch({ from: '/signed-in/shell/admin/users' })
  const navigate = useNavigate()
  const go = (change: UsersPlace) =>
    void navigate({ to: '/admin/users', search: { ...place, page: undefined, ...change }, replace: true })
  const [typed, setTyped] = useState(place.q ?? '')
  const settled = useDebounced(typed)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(usersQuery(client, place))
  const [open, setOpen] = useState<Open>()
  const ofUser = open !== undefined && 'user' in open ? open : undefined
  const [said, setSaid] = useState('')
  const { page = 1 } = place
  const filtered = place.q !== undefined || place.status !== undefined || place.org !== undefined

  // The search in the address follows the typed text with a debounce.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the place is not what was typed.
  useEffect(() => {
    const q = settled.trim() === '' ? undefined : settled
    if (q !== place.q) go({ q })
  }, [settled])

  const done = (words: string) => {
    setSaid(words)
    setOpen(undefined)
  }

  return (
    <>
      <title>{adminUserMessages.pageTitle()}</title>
      <header className={styles.head}>
        <h1 className="flex-1">{adminUserMessages.title()}</h1>
        <Button look="primary" onClick={() => setOpen({ dialog: 'create' })}>
          <Icon name="plus" />
          {adminUserMessages.create()}
        </Button>
      </header>
      <div className={styles.filters}>
        <SearchBox label={adminUserMessages.search()} value={typed} onChange={setTyped} />
        <SelectField
          label={adminMessages.status()}
          labelUnseen
          value={place.status ?? ''}
          onChange={(event) => go({ status: userStatuses.find((status) => status === event.target.value) })}
        >
          <option value="">{adminMessages.anyStatus()}</option>
          {userStatuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={adminMessages.organization()}
          labelUnseen
          value={place.org ?? ''}
          onChange={(event) => go({ org: event.target.value === '' ? undefined : event.target.value })}
        >
          <option value="">{adminUserMessages.anyOrganization()}</option>
          <OrgOptions />
        </SelectField>
        {filtered && (
          <Button
            look="ghost"
            onClick={() => {
              setTyped('')
              go({ q: undefined, status: undefined, org: undefined })
            }}
          >
            <Icon name="close" size={14} />
            {adminUserMessages.clear()}
          </Button>
        )}
        <span className="flex-1" />
        <span role="status" className="text-small text-fg-3">
          {said}
        </span>
      </div>
      {error !== null && (
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {isPending && (
        <div className="card">
          <ListSkeleton label={adminUserMessages.loading()} />
        </div>
      )}
      {data && (
        <UsersTable
          users={data.users}
          total={data.total}
          from={(page - 1) * usersPerPage}
          waiting={isPlaceholderData}
          onAct={(user, dialog) => setOpen({ dialog, user })}
          onPage={(step) => go({ page: page + step > 1 ? page + step : undefined })}
        />
      )}
      {open?.dialog === 'create' && (
        <CreateUserDialog onClose={() => setOpen(undefined)} onMade={(made) => setOpen({ dialog: 'made', made })} />
      )}
      {open?.dialog === 'made' && <MadeUserDialog made={open.made} onClose={() => setOpen(undefined)} />}
      {open?.dialog === 'edit' && <EditUserDialog user={open.user} onClose={() => setOpen(undefined)} onDone={done} />}
      {open?.dialog === 'erase' && (
        <EraseUserDialog user={open.user} onClose={() => setOpen(undefined)} onDone={done} />
      )}
      {ofUser !== undefined && ofUser.dialog !== 'edit' && ofUser.dialog !== 'erase' && (
        <UserQuestionDialog user={ofUser.user} about={ofUser.dialog} onClose={() => setOpen(undefined)} onDone={done} />
      )}
    </>
  )
}
