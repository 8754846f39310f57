import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { ErrorPage } from './app/error-page.tsx'
import { NotFoundPage } from './app/not-found-page.tsx'
import { PendingPage } from './app/pending-page.tsx'
import { Shell } from './app/shell.tsx'
import { LinkPage } from './pages/sign-in/link-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { meQuery } from './session/me.ts'
import { safeNextPath } from './session/safe-next-path.ts'
import type { Services } from './session/services.ts'

interface Door {
  next?: string | undefined
}

/** The address asked for, in the form in which the door keeps it. */
const doorTo = (location: ParsedLocation): Door => ({ next: safeNextPath(location.publicHref) })

/** Always names `next`, also as undefined: the router lets what was not named pass through as it came. */
const readDoor = ({ next }: Record<string, unknown>): Door => ({
  next: typeof next === 'string' ? safeNextPath(next) : undefined,
})

interface SignInDoor extends Door {
  /** By a mailed link instead of the password, and whether because the password is forgotten. */
  way?: 'link' | 'forgot' | undefined
}

const readSignInDoor = ({ next, way }: Record<string, unknown>): SignInDoor => ({
  ...readDoor({ next }),
  way: way === 'link' || way === 'forgot' ? way : undefined,
})

const goOn = ({ next }: Door) =>
  next === undefined ? redirect({ to: '/', replace: true }) : redirect({ href: next, replace: true })

const root = createRootRouteWithContext<Services>()({
  beforeLoad: ({ context }) => context.session.known(),
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInDoor,
  beforeLoad: ({ context, search }) => {
    if (context.session.state.get().status === 'signed_in') throw goOn(search)
  },
  component: SignInPage,
})

const link = createRoute({ getParentRoute: () => root, path: '/sign-in/link', component: LinkPage })

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: readDoor,
  beforeLoad: ({ context, search }) => {
    if (context.session.state.get().status === 'signed_in') throw goOn(search)
  },
  component: lazyRouteComponent(() => import('./pages/register/register-page.tsx'), 'RegisterPage'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  beforeLoad: ({ context, location }) => {
    const state = context.session.state.get()
    const must = state.status === 'signed_in' && state.mustChangePassword
    if (must) throw redirect({ to: '/set-password', search: doorTo(location), replace: true })
  },
  loader: async ({ context: { session, queries } }) => {
    if (session.state.get().status === 'signed_in') await queries.ensureQueryData(meQuery(session.client))
  },
  component: lazyRouteComponent(() => import('./pages/join/join-page.tsx'), 'JoinPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  validateSearch: readDoor,
  beforeLoad: ({ context, search }) => {
    const state = context.session.state.get()
    if (state.status !== 'signed_in') throw redirect({ to: '/sign-in', search, replace: true })
    if (!state.mustChangePassword) throw goOn(search)
  },
  loader: ({ context }) => context.queries.ensureQueryData(meQuery(context.session.client)),
  component: lazyRouteComponent(() => import('./pages/set-password/set-password-page.tsx'), 'SetPasswordPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ context, location }) => {
    const state = context.session.state.get()
    if (state.status !== 'signed_in') {
      // Whoever left on purpose does not hand their last page to the next person at this browser.
      const left = state.status === 'signed_out' && state.why === 'left'
      throw redirect({ to: '/sign-in', search: left ? {} : doorTo(location), replace: true })
    }
    if (state.mustChangePassword) throw redirect({ to: '/set-password', search: doorTo(location), replace: true })
  },
  loader: ({ context }) => context.queries.ensureQueryData(meQuery(context.session.client)),
  component: Shell,
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account', replace: true })
  },
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

const anywhereElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

export const createAppRouter = (services: Services) =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      link,
      register,
      join,
      setPassword,
      shell.addChildren([home, account, anywhereElse]),
    ]),
    basepath: '/app',
    context: services,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PendingPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
