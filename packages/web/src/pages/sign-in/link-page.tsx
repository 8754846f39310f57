import { ApiError } from '@deal-canvas/client'
import { signInLinkMinutes } from '@deal-canvas/contract'
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

/** The service rejects a malformed token as invalid input; treat it like an expired one. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'validation')

/** The target of mailed sign-in links. It asks before signing in: mail scanners open links and would use them up. */
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
      // The user who was signed in here before may be a different one.
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
        {wasSignedIn
          ? signInMessages.openedLinkReplaces()
          : signInMessages.openedLinkIntro({ minutes: signInLinkMinutes })}
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
    <p className="text-fg-2">
      {dead ? signInMessages.deadLinkHint({ minutes: signInLinkMinutes }) : signInMessages.incompleteLinkHint()}
    </p>
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
