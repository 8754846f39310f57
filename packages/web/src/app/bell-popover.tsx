import { Popover } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { NotificationPopover } from '../features/notifications/notification-popover.tsx'
import { notificationMessages } from '../messages/notifications.ts'

interface BellPopoverProps {
  unread: number
  /** The bell itself. */
  bell: ComponentProps<'button'>
}

/** The bell once it was pressed: the latest notifications under it. */
export const BellPopover = ({ unread, bell }: BellPopoverProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger {...bell} />
      <Popover.Content
        className="notification-popover pop"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label={notificationMessages.title()}
      >
        <NotificationPopover unread={unread} onClose={() => setOpen(false)} />
      </Popover.Content>
    </Popover.Root>
  )
}
