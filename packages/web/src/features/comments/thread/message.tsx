import { formatDateAndTime } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from './message.module.css'

interface MessageProps {
  author: { id: string; name: string; verified: boolean; picture: string | null }
  at: string
  /** Shown after the time: that it was edited, and its menu. */
  after?: ReactNode
  children: ReactNode
}

/** Short, because it is next to a name in a narrow column. */
const Age = ({ at }: { at: string }) => formatTime(at, useNow()).replace(' ago', '')

/** A message with its author and time. */
export const Message = ({ author, at, after, children }: MessageProps) => (
  <div className={styles.message}>
    <Avatar id={author.id} name={author.name} picture={author.picture} />
    <div className="min-w-0">
      <div className={styles.who}>
        <b className="truncate">{author.name}</b>
        <UnverifiedMark verified={author.verified} />
        <time dateTime={at} title={formatDateAndTime(new Date(at))}>
          <Age at={at} />
        </time>
        {after}
      </div>
      {children}
    </div>
  </div>
)
