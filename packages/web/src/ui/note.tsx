import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface NoteProps extends ComponentProps<'div'> {
  tone: 'red' | 'amber' | 'plain'
  icon?: 'alert' | 'clock' | 'mail'
  /** Placed at the end. */
  act?: ReactNode
}

/** An important message. Red ones are announced immediately. */
export const Note = ({ tone, icon = tone === 'red' ? 'alert' : 'clock', act, children, ...rest }: NoteProps) => (
  <div className={`note ${tone}`} role={tone === 'red' ? 'alert' : 'status'} tabIndex={-1} {...rest}>
    <Icon name={icon} />
    <p>{children}</p>
    {act}
  </div>
)
