import { type ReactNode, useEffect, useRef } from 'react'
import { appMessages } from '../messages/app.ts'
import { Logo } from '../ui/icon.tsx'

export const Brand = () => (
  <p className="brand">
    <Logo size={24} />
    {appMessages.productName()}
  </p>
)

/** A page outside the frame, with one thing to do. When it becomes another page in place, its heading takes the focus. */
export const Gate = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="gate solo">
      <title>{appMessages.pageTitle({ title })}</title>
      <main>
        <div className="box">
          <Brand />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </main>
    </div>
  )
}
