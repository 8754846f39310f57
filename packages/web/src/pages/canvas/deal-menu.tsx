import type { Deal } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

// Neither is needed to read the deal.
const OtherDeals = lazy(async () => ({ default: (await import('./other-deals.tsx')).OtherDeals }))
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))

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
            <Suspense fallback={null}>
              <OtherDeals dealId={deal.deal_id} />
            </Suspense>
          </>
        )}
      </Menu>
      {renaming && (
        <Suspense fallback={null}>
          <RenameDialog deal={deal} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </>
  )
}
