import type { ReactNode } from 'react'
import { appMessages } from '../messages/app.ts'

/** A page that shows a single message. */
export const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-h-[60dvh] place-items-center p-6 text-center">
    <title>{appMessages.pageTitle({ title })}</title>
    <div className="grid max-w-[44ch] justify-items-center gap-2 text-fg-2" role="alert">
      <h1 className="text-h2 text-fg">{title}</h1>
      {children}
    </div>
  </div>
)
