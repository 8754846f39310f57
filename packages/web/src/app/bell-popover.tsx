import { Popover } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { NotificationPopover } from '../features/notifications/notification-popover.tsx'
import { notificationMessages } from '../messages/notifications.ts'
import styles from './bell-popover.module.css'

interface BellPopoverProps {
  unread: number
  /** Props of the bell button. */
  bell: ComponentProps<'button'>
}

/** The bell after it was clicked, with the latest notifications below it. */
export const BellPopover = ({ unread, bell }: BellPopoverProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger {...bell} />
      <Popover.Content
        className={`${styles.popover} pop`}
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
