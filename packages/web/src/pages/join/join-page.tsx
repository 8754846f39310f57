import { Link } from '@tanstack/react-router'
import { Gate } from '../../app/gate.tsx'
import { joinPath } from '../../session/mailed-tokens.ts'
import { useServices } from '../../session/services.ts'
import { useObservable } from '../../ui/observable.ts'
import { JoinCard } from './join-card.tsx'

/** Where the mailed invitation to an organization leads. */
export const JoinPage = () => {
  const { session, mailed } = useServices()
  const token = useObservable(mailed.invitation)
  const signedIn = useObservable(session.state).status === 'signed_in'
  if (signedIn) return <JoinCard token={token} />
  if (token === undefined) {
    return (
      <Gate title="There is no invitation here">
        <p className="text-fg-2">Part of its address is missing. Open it from the mail again.</p>
        <Link className="btn large" to="/sign-in">
          Sign in
        </Link>
      </Gate>
    )
  }
  return (
    <Gate title="Join an organization">
      <p className="text-fg-2">
        You were invited to an organization on Deal Canvas. Sign in with the address that the invitation was mailed to,
        or create an account with it.
      </p>
      <Link className="btn primary large" to="/sign-in" search={{ next: joinPath }}>
        Sign in
      </Link>
      <Link className="btn large" to="/register">
        Create an account
      </Link>
    </Gate>
  )
}
