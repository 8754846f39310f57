import { Link } from '@tanstack/react-router'
import { appMessages } from '../messages/app.ts'
import { useMe } from '../session/me.ts'
import styles from './frame.module.css'

/** The main navigation; superadmins have one more link. */
export const PlaceLinks = () => {
  const { is_superadmin: isSuperadmin } = useMe()
  return (
    <nav aria-label={appMessages.nav()} className={styles.places}>
      <Link to="/">{appMessages.deals()}</Link>
      <Link to="/organization">{appMessages.organization()}</Link>
      {isSuperadmin && <Link to="/admin">{appMessages.superadmin()}</Link>}
    </nav>
  )
}
