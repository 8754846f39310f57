import { acceptInvitation } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Gate } from '../../app/gate.tsx'
import { meQuery, useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { type Refusal, refusalOf } from './refusal.ts'

/** For somebody who is signed in: says what will happen, and does it. */
export const JoinCard = ({ token }: { token: string | undefined }) => {
  const person = useMe()
  const { session, mailed, queries, orgId } = useServices()
  const navigate = useNavigate()

  const join = useMutation({
    gcTime: 0,
    mutationFn: (invitation: string) => session.client.call(acceptInvitation, { body: { token: invitation } }),
    onSuccess: async (org) => {
      // The account page must already list it when it opens.
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
  const who = person.email === null ? person.display_name : `${person.display_name} (${person.email})`

  return (
    <Gate title={refusal?.title ?? 'Join an organization'}>
      {error && <Note tone="red">{sentenceFor(error)}</Note>}
      <p className="break-words text-fg-2">
        {refusal?.sentence ??
          `You were invited to an organization on Deal Canvas. You join it as ${who}; its members see your name and your address.`}
      </p>
      {refusal === undefined ? (
        <>
          <Button
            look="primary"
            large
            busy={join.isPending || join.isSuccess}
            onClick={() => token !== undefined && join.mutate(token)}
          >
            Join
          </Button>
          <Link className="btn large" to="/account">
            Not now
          </Link>
        </>
      ) : (
        <Link className="btn primary large" to="/account">
          Go to your account
        </Link>
      )}
      {refusal?.final !== true && (
        <Button look="ghost" large busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out and use another account
        </Button>
      )}
    </Gate>
  )
}

const missing: Refusal = {
  title: 'There is no invitation here',
  sentence: 'Part of its address is missing. Open it from the mail again.',
  final: true,
}
