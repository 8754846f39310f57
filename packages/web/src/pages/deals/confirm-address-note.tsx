import { Link } from '@tanstack/react-router'
import { dealMessages } from '../../messages/deals.ts'
import { useMe } from '../../session/me.ts'
import { Note } from '../../ui/note.tsx'

/** Explains why the deals of an organization are missing: a role there requires a confirmed address. */
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
          {dealMessages.confirmAddress()}
        </Link>
      }
    >
      {dealMessages.confirmAddressHint({
        organizations: waiting.map(({ name }) => name).join(', '),
        count: waiting.length,
      })}
    </Note>
  )
}
