import { canManageDeal, type Deal } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { canvasMessages } from '../../messages/canvas.ts'
import { exportMessages } from '../../messages/exports.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from '../../ui/switcher.module.css'

// None of them is needed to read the deal, so they are loaded lazily.
const OtherDeals = lazy(async () => ({ default: (await import('./other-deals.tsx')).OtherDeals }))
const ExportDialog = lazy(async () => ({
  default: (await import('../../features/exports/export-dialog.tsx')).ExportDialog,
}))
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))

/** The actions on a deal as a whole. On phones it also links to the deal's pages. */
export const DealMenu = ({ deal }: { deal: Deal }) => {
  const [renaming, setRenaming] = useState(false)
  const [exporting, setExporting] = useState(false)
  const params = { dealId: deal.deal_id }
  return (
    <>
      <Menu
        label={canvasMessages.dealMenu({ name: deal.name })}
        className={styles.switcher}
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
                <Link to="/canvas/$dealId/scenarios" params={params}>
                  {canvasMessages.scenarios()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/quality" params={params}>
                  {canvasMessages.quality()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/committee" params={params}>
                  {canvasMessages.committee()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <Link to="/canvas/$dealId/record" params={params}>
                  {canvasMessages.record()}
                </Link>
              </DropdownMenu.Item>
              <DropdownMenu.Separator />
            </DropdownMenu.Group>
            {canManageDeal(deal.role) && deal.status !== 'finalized' && (
              <DropdownMenu.Item onSelect={() => setRenaming(true)}>{canvasMessages.renameDeal()}</DropdownMenu.Item>
            )}
            <DropdownMenu.Item onSelect={() => setExporting(true)}>{exportMessages.export()}</DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/canvas/$dealId/versions" params={params}>
                {canvasMessages.compareVersions()}
              </Link>
            </DropdownMenu.Item>
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
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog deal={deal} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {renaming && (
        <Suspense fallback={null}>
          <RenameDialog deal={deal} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </>
  )
}
