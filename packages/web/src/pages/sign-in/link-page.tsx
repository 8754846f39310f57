import { ApiError } from '@deal-canvas/client'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Gate } from '../../app/gate.tsx'
import { takeNextForLink } from '../../session/next-for-link.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'

/** A token that the service does not even read is as dead as one that it has forgotten. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'validation')

/** Where a mailed link leads. It asks before it signs in: what scans mails opens links too, and would use them up. */
export const LinkPage = () => {
  const { session, mailed, queries } = useServices()
  const { history } = useRouter()
  const token = useObservable(mailed.link)
  const [wasSignedIn] = useState(() => session.state.get().status === 'signed_in')

  const signIn = useMutation({
    gcTime: 0,
    mutationFn: (link: string) => session.signInByLink(link),
    onSuccess: () => {
      mailed.link.set(undefined)
      // Whoever was signed in here before may be another person.
      queries.clear()
      history.replace(takeNextForLink() ?? '/app/')
    },
    onError: (error) => isDead(error) && mailed.link.set(undefined),
  })

  if (token === undefined && !signIn.isSuccess) return <NoLink dead={isDead(signIn.error)} signedIn={wasSignedIn} />
  return (
    <Gate title="Sign in by your link">
      {signIn.error && !isDead(signIn.error) && <Note tone="red">{sentenceFor(signIn.error)}</Note>}
      <p className="text-fg-2">
        {wasSignedIn
          ? 'Somebody is signed in here already. The link signs in the person it was mailed to, in their place.'
          : 'Press the button to go on. The link works once, for 15 minutes.'}
      </p>
      <Button
        look="primary"
        large
        busy={signIn.isPending || signIn.isSuccess}
        onClick={() => token !== undefined && signIn.mutate(token)}
      >
        Sign in
      </Button>
    </Gate>
  )
}

const NoLink = ({ dead, signedIn }: { dead: boolean; signedIn: boolean }) => (
  <Gate title={dead ? 'This link is not good any more' : 'There is no link here'}>
    <p className="text-fg-2">
      {dead
        ? 'A link signs in once, within 15 minutes of being asked for.'
        : 'Part of its address is missing. Open it from the mail again, or have a new one sent.'}
    </p>
    {signedIn ? (
      <Link className="btn large" to="/account">
        Go to your account
      </Link>
    ) : (
      <Link className="btn primary large" to="/sign-in" search={{ way: 'link' }}>
        Send me a new link
      </Link>
    )}
  </Gate>
)
