import { createObservable, type Observable } from '../ui/observable.ts'
import { storedInTab } from '../ui/stored.ts'

interface Browser {
  location: { readonly pathname: string; readonly search: string; readonly hash: string }
  history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void }
  addEventListener(type: 'hashchange', listener: () => void): void
}

type Token = Observable<string | undefined>

export interface MailedTokens {
  /** Signs in once. Kept in memory only, because it is as powerful as a password. */
  link: Token
  /** Joins an organization. Kept in the tab's storage, so that it survives signing in or registering first. */
  invitation: Token
}

/** The page that uses the token of an invitation. */
export const joinPath = '/app/join'

const name = 'invitation'

/**
 * Removes the token of a mailed link from the address bar before any other code reads the address: it must not end up
 * in the history, in a bookmark, or in the `next` parameter of the sign-in page.
 */
export const createMailedTokens = (window: Browser): MailedTokens => {
  const link: Token = createObservable<string | undefined>(undefined)
  const invitation: Token = createObservable(storedInTab.read(name))
  invitation.subscribe(() => storedInTab.write(name, invitation.get()))
  const places = new Map([
    ['/app/sign-in/link', link],
    [joinPath, invitation],
  ])

  const take = (): void => {
    const { pathname, search, hash } = window.location
    const place = places.get(pathname.replace(/\/$/, ''))
    const token = new URLSearchParams(hash.slice(1)).get('token')
    if (place === undefined || !token) return
    window.history.replaceState(window.history.state, '', pathname + search)
    place.set(token)
  }

  take()
  // Opening a link to the page that is already open only changes the hash and does not reload it.
  window.addEventListener('hashchange', take)
  return { link, invitation }
}
