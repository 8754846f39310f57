import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { appMessages } from '../messages/app.ts'
import { sentenceFor } from '../session/sentence-for.ts'
import { useServices } from '../session/services.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Logo } from '../ui/icon.tsx'
import type { Observable } from '../ui/observable.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import styles from './frame.module.css'
import { GoTo } from './go-to.tsx'
import { KeyboardList } from './keyboard-list.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { useSingleKey } from './use-single-key.ts'

interface FrameProps {
  /** At the start of the top bar: the title of the current page and its navigation. */
  lead: ReactNode
  /** At the end of the top bar, before the bell and the account menu. */
  tail?: ReactNode
  /** A message about a problem with the page's live channel. */
  problem?: Pick<Observable<string | undefined>, 'get' | 'subscribe'>
  children: ReactNode
}

/** The layout around every page of a signed-in user. */
export const Frame = ({ lead, tail, problem, children }: FrameProps) => {
  const { session } = useServices()
  const [keyboard, setKeyboard] = useState(false)
  const signOut = useMutation({ mutationFn: session.signOut })
  const content = useContentFocus()
  useSingleKey('?', () => setKeyboard(true))
  return (
    <>
      <a href="#content" className="skip">
        {appMessages.skip()}
      </a>
      <header className={styles.topbar}>
        <Link to="/" className={styles.logo} aria-label={appMessages.home()}>
          <Logo size={20} />
        </Link>
        {lead}
        <span className="flex-1" />
        {tail}
        <GoTo onSignOut={() => signOut.mutate()} />
        <NotificationBell />
        <AccountMenu onKeyboard={() => setKeyboard(true)} onSignOut={() => signOut.mutate()} />
      </header>
      <ConnectionBar problem={problem} />
      <main id="content" tabIndex={-1} ref={content}>
        {children}
      </main>
      {keyboard && <KeyboardList onClose={() => setKeyboard(false)} />}
      {signOut.isError && (
        <Dialog title={appMessages.stillSignedIn()} onClose={signOut.reset}>
          <p className="text-fg-2">{sentenceFor(signOut.error)}</p>
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={signOut.reset}>{appMessages.staySignedIn()}</Button>
            <Button look="primary" onClick={() => signOut.mutate()}>
              {appMessages.signOut()}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Moves the focus to a new page, as a browser does on navigation; the first load keeps it unchanged. */
const useContentFocus = () => {
  const content = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) content.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return content
}
