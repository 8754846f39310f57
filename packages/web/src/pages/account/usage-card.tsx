import { formatCount, type QuotaUsage, quotaUsage } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

interface Line {
  label: string
  used: string
  limit: string
}

/** Shows the user's own files only if there are any: most users work on deals of an organization. */
const linesOf = ({ deals, intakes, personal_bytes, orgs }: QuotaUsage): Line[] => [
  { label: accountMessages.usageDeals(), used: formatCount(deals.used), limit: formatCount(deals.limit) },
  { label: accountMessages.usageIntakes(), used: formatCount(intakes.used), limit: formatCount(intakes.limit) },
  ...orgs.map(({ name, bytes }) => ({
    label: accountMessages.usageOrgFiles({ name }),
    used: formatBytes(bytes.used),
    limit: formatBytes(bytes.limit),
  })),
  ...(personal_bytes.used === 0 && orgs.length > 0
    ? []
    : [
        {
          label: accountMessages.usagePersonalFiles(),
          used: formatBytes(personal_bytes.used),
          limit: formatBytes(personal_bytes.limit),
        },
      ]),
]

/** How much of the quotas of an account and its organizations is used. */
export const UsageCard = () => {
  const { client } = useServices().session
  const { data, error } = useQuery({
    queryKey: ['quotas'],
    queryFn: ({ signal }) => client.call(quotaUsage, { signal }),
  })
  return (
    <Card title={accountMessages.usage()}>
      {error && <p className="text-fg-2">{sentenceFor(error)}</p>}
      <ul className="rows">
        {(data === undefined ? [] : linesOf(data)).map(({ label, used, limit }) => (
          <li key={label} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 break-words">{label}</span>
            <span className="text-fg-2">{accountMessages.usedOfLimit({ used, limit })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
