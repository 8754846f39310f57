import { useQuery } from '@tanstack/react-query'
import { commonMessages } from '../../messages/common.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { provisioningQuery } from './organization-query.ts'

/** What the identity provider of the organization manages, and where it has to call. */
export const ProvisioningCard = ({ orgId }: { orgId: string }) => {
  const { data, error, refetch } = useQuery(provisioningQuery(useServices().session.client, orgId))
  if (data === undefined)
    return error === null ? null : (
      <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
        {sentenceFor(error)}
      </Note>
    )
  const { people, suspended, groups } = data
  return (
    <Card title={messages.title()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <p className="text-small text-fg-2">{messages.hint()}</p>
        <Field label={messages.baseUrl()} value={data.base_url} readOnly onFocus={({ target }) => target.select()} />
        <p>{messages.counts({ people, suspended, groups })}</p>
        <p className="text-small text-fg-3">
          {data.last_request_at === null
            ? messages.never()
            : messages.lastRequest.rich({ time: <RelativeTime at={data.last_request_at} /> })}
        </p>
      </div>
      {data.refusals.length > 0 && (
        <>
          <h3 className="px-[14px] text-small text-fg-2">{messages.refusals()}</h3>
          <ul className="rows">
            {data.refusals.map(({ at, operation, status, code }) => (
              <li key={`${at} ${operation} ${code}`}>
                <p className="break-words">{messages.refusal({ operation, status, code })}</p>
                <p className="text-small text-fg-3">
                  <RelativeTime at={at} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
