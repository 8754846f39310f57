import { formatCount } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../../app/not-found-page.tsx'
import { adminMessages } from '../../messages/admin.ts'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './admin-layout.module.css'
import { contentsQuery } from './content/content-query.ts'
import { usersQuery } from './users/users-query.ts'

/** The layout of the superadmin pages with their navigation on the left; other users see nothing here. */
export const AdminLayout = () =>
  useMe().is_superadmin ? (
    <div className={styles.admin}>
      <AdminNav />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  ) : (
    <NotFoundPage />
  )

const AdminNav = () => {
  const { client } = useServices().session
  const { data: users } = useQuery(usersQuery(client, {}))
  const { data: contents } = useQuery(contentsQuery(client))
  const drafts = contents?.filter(({ content }) => Object.values(content.content).some((text) => text.has_draft)).length
  return (
    <nav className={styles.nav} aria-label={adminMessages.nav()}>
      <div>
        <Link to="/admin/users">
          <Icon name="users" />
          {adminMessages.navUsers()}
          {users && <small>{formatCount(users.total)}</small>}
        </Link>
        <Link to="/admin/organizations">
          <Icon name="building" />
          {adminMessages.navOrganizations()}
        </Link>
        <Link to="/admin/invite-codes">
          <Icon name="key" />
          {adminMessages.navInviteCodes()}
        </Link>
        <Link to="/admin/content">
          <Icon name="file" />
          {adminMessages.navContent()}
          {drafts !== undefined && drafts > 0 && <small>{adminMessages.navDrafts({ count: drafts })}</small>}
        </Link>
        <Link to="/admin/purge">
          <Icon name="trash" />
          {adminMessages.navPurge()}
        </Link>
        <Link to="/admin/log">
          <Icon name="clock" />
          {adminMessages.navLog()}
        </Link>
      </div>
    </nav>
  )
}
