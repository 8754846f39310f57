import { type Deal, deals } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, useMenuParts } from '../../ui/menu.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** The deals that were last worked on, to change over to; asked for when the menu opens. */
const OtherDeals = ({ dealId }: { dealId: string }) => {
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
      <DropdownMenu.Label className="px-2 pt-1 pb-1 text-micro font-semibold text-fg-3">Other deals</DropdownMenu.Label>
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

/** What can be done with the deal as a whole. On a phone its pages are here too. */
export const DealMenu = ({ deal }: { deal: Deal }) => {
  const [renaming, setRenaming] = useState(false)
  const params = { dealId: deal.deal_id }
  return (
    <>
      <Menu
        label={`Deal ${deal.name}`}
        className="switcher"
        align="start"
        face={
          <>
            <span className="truncate">{deal.name}</span>
            <span className="text-fg-3">
              <Icon name="down" size={14} />
            </span>
          </>
        }
      >
        {(DropdownMenu) => (
          <>
            <DropdownMenu.Group className="sm:hidden">
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId" params={params}>
                  Memo
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/quality" params={params}>
                  Quality
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/record" params={params}>
                  Record
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Separator />
            </DropdownMenu.Group>
            {deal.role === 'owner' && deal.status !== 'finalized' && (
              <DropdownMenu.Item onSelect={() => setRenaming(true)}>Rename deal</DropdownMenu.Item>
            )}
            <DropdownMenu.Item asChild>
              <Link to="/canvas/$dealId/documents" params={params}>
                Documents
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/canvas/$dealId/people" params={params}>
                People and access
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/">All deals</Link>
            </DropdownMenu.Item>
            <OtherDeals dealId={deal.deal_id} />
          </>
        )}
      </Menu>
      {renaming && <RenameDialog deal={deal} onClose={() => setRenaming(false)} />}
    </>
  )
}
