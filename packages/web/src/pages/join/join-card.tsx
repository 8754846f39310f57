import { acceptInvitation } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Gate } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { meQuery, useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { type Refusal, refusalOf } from './refusal.ts'

/** For signed-in users: explains what joining means, and joins. */
export const JoinCard = ({ token }: { token: string | undefined }) => {
  const person = useMe()
  const { session, mailed, queries, orgId } = useServices()
  const navigate = useNavigate()

  const join = useMutation({
    gcTime: 0,
    mutationFn: (invitation: string) => session.client.call(acceptInvitation, { body: { token: invitation } }),
    onSuccess: async (org) => {
      // The account page must already list the organization when it opens.
      await queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey })
      orgId.set(org.org_id)
      await navigate({ to: '/account', replace: true })
      mailed.invitation.set(undefined)
    },
    onError: (error) => refusalOf(error)?.final && mailed.invitation.set(undefined),
  })
  const signOut = useMutation({ mutationFn: session.signOut })
  const isOfOld = token !== undefined && token !== join.variables
  const refusal = token === undefined && !join.isError ? missing : isOfOld ? undefined : refusalOf(join.error)
  const error = signOut.error ?? (refusal === undefined ? join.error : null)
  const who =
    person.email === null
      ? person.display_name
      : signInMessages.joinPerson({ name: person.display_name, email: person.email })

  return (
    <Gate title={refusal?.title ?? signInMessages.joinTitle()}>
      {error && <Note tone="red">{sentenceFor(error)}</Note>}
      <p className="break-words text-fg-2">{refusal?.sentence ?? signInMessages.joinIntro({ person: who })}</p>
      {refusal === undefined ? (
        <>
          <Button
            look="primary"
            large
            busy={join.isPending || join.isSuccess}
            onClick={() => token !== undefined && join.mutate(token)}
          >
            {signInMessages.join()}
          </Button>
          <Link className="btn large" to="/account">
            {signInMessages.joinLater()}
          </Link>
        </>
      ) : (
        <Link className="btn primary large" to="/account">
          {signInMessages.goToAccount()}
        </Link>
      )}
      {refusal?.final !== true && (
        <Button look="ghost" large busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signInMessages.joinSignOut()}
        </Button>
      )}
    </Gate>
  )
}

const missing: Refusal = {
  title: signInMessages.joinIncompleteTitle(),
  sentence: signInMessages.joinIncompleteHint(),
  final: true,
}
