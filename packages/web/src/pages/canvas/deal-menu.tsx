import type { Deal } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { canvasMessages } from '../../messages/canvas.ts'
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
        label={canvasMessages.dealMenu({ name: deal.name })}
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
                  {canvasMessages.memo()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/quality" params={params}>
                  {canvasMessages.quality()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/record" params={params}>
                  {canvasMessages.record()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Separator />
            </DropdownMenu.Group>
            {deal.role === 'owner' && deal.status !== 'finalized' && (
              <DropdownMenu.Item onSelect={() => setRenaming(true)}>{canvasMessages.renameDeal()}</DropdownMenu.Item>
            )}
            <DropdownMenu.Item asChild>
              <Link to="/canvas/$dealId/documents" params={params}>
                {canvasMessages.documents()}
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/canvas/$dealId/people" params={params}>
                {canvasMessages.peopleAndAccess()}
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/">{canvasMessages.allDeals()}</Link>
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
