import { lookUpSso } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { ssoMessages } from '../../messages/sso.ts'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

/** A typed address whose domain looks complete; the service is asked once per domain, not per letter. */
const lookedUp = (email: string): string | undefined => /^[^\s@]+@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1]

interface SsoButtonProps {
  email: string
  next: string | undefined
}

/** Appears when the domain of the typed address has single sign-on, whether or not an account exists. */
export const SsoButton = ({ email, next }: SsoButtonProps) => {
  const { client } = useServices().session
  const domain = useDebounced(lookedUp(email), 400)
  const { data } = useQuery({
    queryKey: ['sso', domain],
    queryFn: ({ signal }) => client.call(lookUpSso, { body: { email: `person@${domain}` }, signal }),
    enabled: domain !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  if (data?.start_url === undefined || domain === undefined) return null
  const start = next === undefined ? data.start_url : `${data.start_url}&next=${encodeURIComponent(next)}`
  return (
    <a className="btn large" href={start}>
      <span className="flex items-center gap-2">
        <Icon name="shield" />
        {ssoMessages.continueWith({ provider: data.provider_name ?? ssoMessages.title() })}
      </span>
    </a>
  )
}
