import { type ReactNode, useEffect, useRef } from 'react'
import { appMessages } from '../messages/app.ts'
import { Logo } from '../ui/icon.tsx'
import styles from './gate.module.css'

export const Brand = () => (
  <p className={styles.brand}>
    <Logo size={24} />
    {appMessages.productName()}
  </p>
)

/**
 * A page outside the layout with a single task. When it is replaced by another such page, its heading gets the focus.
 */
export const Gate = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className={`${styles.gate} ${styles.solo}`}>
      <title>{appMessages.pageTitle({ title })}</title>
      <main>
        <div className={styles.box}>
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
