import { ApiError } from '@deal-canvas/client'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Gate } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
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
    <Gate title={signInMessages.openedLinkTitle()}>
      {signIn.error && !isDead(signIn.error) && <Note tone="red">{sentenceFor(signIn.error)}</Note>}
      <p className="text-fg-2">
        {wasSignedIn ? signInMessages.openedLinkReplaces() : signInMessages.openedLinkIntro()}
      </p>
      <Button
        look="primary"
        large
        busy={signIn.isPending || signIn.isSuccess}
        onClick={() => token !== undefined && signIn.mutate(token)}
      >
        {signInMessages.signIn()}
      </Button>
    </Gate>
  )
}

const NoLink = ({ dead, signedIn }: { dead: boolean; signedIn: boolean }) => (
  <Gate title={dead ? signInMessages.deadLinkTitle() : signInMessages.incompleteLinkTitle()}>
    <p className="text-fg-2">{dead ? signInMessages.deadLinkHint() : signInMessages.incompleteLinkHint()}</p>
    {signedIn ? (
      <Link className="btn large" to="/account">
        {signInMessages.goToAccount()}
      </Link>
    ) : (
      <Link className="btn primary large" to="/sign-in" search={{ way: 'link' }}>
        {signInMessages.sendNewLink()}
      </Link>
    )}
  </Gate>
)
