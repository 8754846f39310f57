import { deals } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { canvasMessages } from '../../messages/canvas.ts'
import { useServices } from '../../session/services.ts'
import { useMenuParts } from '../../ui/menu.tsx'

/** Recently active deals to switch to; fetched when the menu opens. */
export const OtherDeals = ({ dealId }: { dealId: string }) => {
  const DropdownMenu = useMenuParts()
  const { client } = useServices().session
  const { data } = useQuery({
    queryKey: ['deals', 'recent'],
    queryFn: ({ signal }) => client.call(deals, { query: { limit: 7 }, signal }),
  })
  const others = data?.deals.filter((deal) => deal.deal_id !== dealId).slice(0, 6) ?? []
  if (others.length === 0) return null
  return (
    <>
      <DropdownMenu.Separator />
      <DropdownMenu.Label className="px-2 pt-1 pb-1 text-micro font-semibold text-fg-3">
        {canvasMessages.otherDeals()}
      </DropdownMenu.Label>
      {others.map((deal) => (
        <DropdownMenu.Item key={deal.deal_id} asChild>
          <Link to="/canvas/$dealId" params={{ dealId: deal.deal_id }}>
            <span className="min-w-0 flex-1 truncate">{deal.name}</span>
          </Link>
        </DropdownMenu.Item>
      ))}
    </>
  )
}
