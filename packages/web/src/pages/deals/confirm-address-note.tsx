import { Link } from '@tanstack/react-router'
import { useMe } from '../../session/me.ts'
import { Note } from '../../ui/note.tsx'

/** Says why the deals of an organization are missing: a role there counts once an address is confirmed. */
export const ConfirmAddressNote = () => {
  const { emails, orgs } = useMe()
  const waiting = orgs.filter(({ role }) => role !== 'owner')
  if (waiting.length === 0 || emails.some(({ verified }) => verified)) return null
  return (
    <Note
      tone="amber"
      icon="mail"
      act={
        <Link to="/account" className="btn">
          Confirm your address
        </Link>
      }
    >
      You joined {waiting.map(({ name }) => name).join(', ')}. Confirm your address to see its deals.
    </Note>
  )
}
