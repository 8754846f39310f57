import type { ReactNode } from 'react'
import { Avatar } from '../../../../ui/avatar.tsx'
import { formatTime } from '../../../../ui/format-time.ts'
import { UnverifiedMark } from '../../../../ui/unverified.tsx'
import { useNow } from '../../../../ui/use-now.ts'

interface MessageProps {
  author: { id: string; name: string; verified: boolean; picture: string | null }
  at: string
  /** Stands behind the time: that it was edited, what can be done with it. */
  after?: ReactNode
  children: ReactNode
}

/** Short, because it stands beside a name in a narrow column. */
const Age = ({ at }: { at: string }) => formatTime(at, useNow()).replace(' ago', '')

/** Who said something, when, and what. */
export const Message = ({ author, at, after, children }: MessageProps) => (
  <div className="message">
    <Avatar id={author.id} name={author.name} picture={author.picture} />
    <div className="min-w-0">
      <div className="message-who">
        <b className="truncate">{author.name}</b>
        <UnverifiedMark verified={author.verified} />
        <time dateTime={at} title={new Date(at).toLocaleString('en-GB')}>
          <Age at={at} />
        </time>
        {after}
      </div>
      {children}
    </div>
  </div>
)
