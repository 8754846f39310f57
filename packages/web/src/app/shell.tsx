import { Outlet } from '@tanstack/react-router'
import { Frame } from './frame.tsx'
import { OrgSwitcher } from './org-switcher.tsx'
import { PlaceLinks } from './place-links.tsx'

/** The layout of pages that do not belong to a single deal. */
export const Shell = () => (
  <Frame
    lead={
      <>
        <OrgSwitcher />
        <PlaceLinks />
      </>
    }
  >
    <Outlet />
  </Frame>
)
