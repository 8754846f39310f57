import { useQuery } from '@tanstack/react-query'
import { commonMessages } from '../../messages/common.ts'
import { ssoMessages as messages } from '../../messages/sso.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { SsoForm } from './sso-form.tsx'
import { ssoQuery } from './sso-query.ts'
import { SsoRequired } from './sso-required.tsx'

/** The identity provider of the organization, for its owners. */
export const SsoCard = ({ orgId }: { orgId: string }) => {
  const { data, error, refetch } = useQuery(ssoQuery(useServices().session.client, orgId))
  if (data === undefined)
    return error === null ? null : (
      <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
        {sentenceFor(error)}
      </Note>
    )
  return (
    <Card title={messages.title()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <p className="text-small text-fg-2">{messages.hint()}</p>
        <div>
          <h3 className="text-small font-semibold">{messages.domains()}</h3>
          <p className="break-words">{data.domains.join(', ')}</p>
          <p className="text-small text-fg-3">
            {data.domains.length === 0 ? messages.noDomains() : messages.domainsHint()}
          </p>
        </div>
        <div>
          <h3 className="text-small font-semibold">{messages.redirectUri()}</h3>
          <code className="break-all text-small">{data.redirect_uri}</code>
          <p className="text-small text-fg-3">{messages.redirectUriHint()}</p>
        </div>
        <SsoForm key={data.version} orgId={orgId} settings={data} />
        {data.provider !== null && <SsoRequired orgId={orgId} provider={data.provider} version={data.version} />}
      </div>
    </Card>
  )
}
