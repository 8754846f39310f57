import { Link } from '@tanstack/react-router'
import { Gate } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { joinPath } from '../../session/mailed-tokens.ts'
import { useServices } from '../../session/services.ts'
import { useObservable } from '../../ui/observable.ts'
import { JoinCard } from './join-card.tsx'

/** The target of mailed invitations to an organization. */
export const JoinPage = () => {
  const { session, mailed } = useServices()
  const token = useObservable(mailed.invitation)
  const signedIn = useObservable(session.state).status === 'signed_in'
  if (signedIn) return <JoinCard token={token} />
  if (token === undefined) {
    return (
      <Gate title={signInMessages.joinIncompleteTitle()}>
        <p className="text-fg-2">{signInMessages.joinIncompleteHint()}</p>
        <Link className="btn large" to="/sign-in">
          {signInMessages.signIn()}
        </Link>
      </Gate>
    )
  }
  return (
    <Gate title={signInMessages.joinTitle()}>
      <p className="text-fg-2">{signInMessages.joinSignedOut()}</p>
      <Link className="btn primary large" to="/sign-in" search={{ next: joinPath }}>
        {signInMessages.signIn()}
      </Link>
      <Link className="btn large" to="/register">
        {signInMessages.createAccount()}
      </Link>
    </Gate>
  )
}
