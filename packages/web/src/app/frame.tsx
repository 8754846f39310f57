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
import { GoTo } from './go-to.tsx'
import { KeyboardList } from './keyboard-list.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { useSingleKey } from './use-single-key.ts'

interface FrameProps {
  /** Stands at the beginning of the top bar: what one is looking at, and the ways inside it. */
  lead: ReactNode
  /** Stands at its end, before the bell and the account. */
  tail?: ReactNode
  /** What is wrong with what the page listens to, in words. */
  problem?: Pick<Observable<string | undefined>, 'get' | 'subscribe'>
  children: ReactNode
}

/** What is around every page of somebody who is signed in. */
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
      <header className="topbar">
        <Link to="/" className="logo" aria-label={appMessages.home()}>
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

/** A new page takes the focus, as it does when a browser loads one; the first load leaves it alone. */
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
