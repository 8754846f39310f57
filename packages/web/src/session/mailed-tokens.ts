import { createObservable, type Observable } from '../ui/observable.ts'
import { storedInTab } from '../ui/stored.ts'

interface Browser {
  location: { readonly pathname: string; readonly search: string; readonly hash: string }
  history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void }
  addEventListener(type: 'hashchange', listener: () => void): void
}

type Token = Observable<string | undefined>

export interface MailedTokens {
  /** Signs in once. Kept in the open page only: it is as good as a password. */
  link: Token
  /** Opens an organization. Kept in the tab, so that it outlives signing in or making an account first. */
  invitation: Token
}

/** Where the page reads the token of an invitation. */
export const joinPath = '/app/join'

const name = 'invitation'

/**
 * Takes the token of a mailed link out of the address bar before anything else sees the address: it must not get into
 * the history, into a bookmark, or into the `next` of a sign-in.
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
  // A link opened where the page of its kind already stands loads nothing anew.
  window.addEventListener('hashchange', take)
  return { link, invitation }
}
