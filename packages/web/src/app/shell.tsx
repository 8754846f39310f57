import { Outlet } from '@tanstack/react-router'
import { Frame } from './frame.tsx'
import { OrgSwitcher } from './org-switcher.tsx'
import { PlaceLinks } from './place-links.tsx'

/** The frame of the pages that are not about one deal. */
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
