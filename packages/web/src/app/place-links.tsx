import { Link } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'

/** The places of the application; superadmins have one more. */
export const PlaceLinks = () => {
  const { is_superadmin: isSuperadmin } = useMe()
  return (
    <nav aria-label="Places" className="places">
      <Link to="/">Deals</Link>
      <Link to="/organization">Organization</Link>
      {isSuperadmin && <Link to="/admin">Superadmin</Link>}
    </nav>
  )
}
