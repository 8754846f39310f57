import { type LinkedIdentity, linkIdentity, myIdentities, unlinkIdentity } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ssoMessages } from '../../messages/sso.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { ssoErrorSentence } from '../../session/sso-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../ui/use-now.ts'

const identitiesKey = ['identities']

interface IdentitiesCardProps {
  /** How linking ended, if the page opens after it. */
  ended: { linked: boolean; error: string | undefined }
}

/** Identities by which the account is signed in to. Not shown to people without single sign-on. */
export const IdentitiesCard = ({ ended }: IdentitiesCardProps) => {
  const { session, queries } = useServices()
  const { client } = session
  const [chosen, setChosen] = useState<LinkedIdentity>()
  const [said, setSaid] = useState('')
  const now = useNow()
  const { data } = useQuery({
    queryKey: identitiesKey,
    queryFn: ({ signal }) => client.call(myIdentities, { signal }),
  })
  const link = useMutation({
    mutationFn: (providerId: string) => client.call(linkIdentity, { body: { provider_id: providerId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (data === undefined || (data.identities.length === 0 && data.providers.length === 0 && ended.error === undefined))
    return null
  return (
    <Card title={ssoMessages.identities()}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <p className="text-small text-fg-2">{ssoMessages.identitiesHint()}</p>
        {ended.linked && <Note tone="plain">{ssoMessages.linked()}</Note>}
        {ended.error !== undefined && <Note tone="red">{ssoErrorSentence(ended.error)}</Note>}
        {link.isError && <Note tone="red">{sentenceFor(link.error)}</Note>}
      </div>
      <ul className="rows">
        {data.identities.map((identity) => (
          <li key={identity.id} className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1 basis-48">
              <b className="break-words">
                {ssoMessages.identityOf({ email: identity.email, organization: identity.org_name })}
              </b>
              <p className="text-small text-fg-3">
                {identity.last_used_at === null
                  ? ssoMessages.identityLinked({ linked: formatTime(identity.linked_at, now) })
                  : ssoMessages.identityUsed({
                      linked: formatTime(identity.linked_at, now),
                      used: formatTime(identity.last_used_at, now),
                    })}
              </p>
            </div>
            <Button aria-label={ssoMessages.unlinkOf({ email: identity.email })} onClick={() => setChosen(identity)}>
              {ssoMessages.unlink()}
            </Button>
          </li>
        ))}
        {data.providers.map(({ id, name }) => (
          <li key={id}>
            <Button busy={link.isPending} onClick={() => link.mutate(id)}>
              {ssoMessages.linkWith({ provider: name })}
            </Button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <UnlinkDialog
          identity={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setSaid(ssoMessages.unlinked({ email: chosen.email }))
            setChosen(undefined)
            void queries.invalidateQueries({ queryKey: identitiesKey })
          }}
        />
      )}
    </Card>
  )
}

interface UnlinkDialogProps {
  identity: LinkedIdentity
  onClose: () => void
  onDone: () => void
}

const UnlinkDialog = ({ identity, onClose, onDone }: UnlinkDialogProps) => {
  const { client } = useServices().session
  const unlink = useMutation({
    mutationFn: () => client.call(unlinkIdentity, { params: { identity_id: identity.id } }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title={ssoMessages.unlinkTitle({ email: identity.email })}
      act={ssoMessages.unlink()}
      danger
      busy={unlink.isPending}
      wrong={unlink.isError ? sentenceFor(unlink.error) : undefined}
      refusal={unlink.error}
      onSubmit={() => unlink.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">{ssoMessages.unlinkEffect()}</p>
    </FormDialog>
  )
}
