import { maxIdLength } from '@deal-canvas/contract'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { ErrorPage, WholePageError } from './app/error-page.tsx'
import { NotFoundPage } from './app/not-found-page.tsx'
import { PendingPage } from './app/pending-page.tsx'
import { Shell } from './app/shell.tsx'
import { readDealsPlace } from './deal-data/deals-place.ts'
import { readPortfolioPlace } from './deal-data/portfolio-place.ts'
import { readUsersPlace } from './pages/admin/users/users-place.ts'
import { readCanvasPlace } from './pages/canvas/canvas-place.ts'
import { readDocumentPlace } from './pages/documents/document-place.ts'
import { readRecordPlace } from './pages/record/record-place.ts'
import { readSearchPlace } from './pages/search/search-place.ts'
import { readVersionsPlace } from './pages/versions/versions-place.ts'
import { meQuery } from './session/me.ts'
import { safeNextPath } from './session/safe-next-path.ts'
import type { Services } from './session/services.ts'

interface Door {
  next?: string | undefined
}

/** The requested address as the `next` parameter of the sign-in pages. */
const doorTo = (location: ParsedLocation): Door => ({ next: safeNextPath(location.publicHref) })

/** Always sets `next`, even to undefined: the router passes omitted parameters through unvalidated. */
const readDoor = ({ next }: Record<string, unknown>): Door => ({
  next: typeof next === 'string' ? safeNextPath(next) : undefined,
})

interface SignInDoor extends Door {
  /** Sign in by a mailed link instead of the password; `forgot` if the user forgot the password. */
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
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  component: lazyRouteComponent(() => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
})

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

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    const state = context.session.state.get()
    if (state.status !== 'signed_in') {
      // After an explicit sign-out, do not pass the last page on to the next user of this browser.
      const left = state.status === 'signed_out' && state.why === 'left'
      throw redirect({ to: '/sign-in', search: left ? {} : doorTo(location), replace: true })
    }
    if (state.mustChangePassword) throw redirect({ to: '/set-password', search: doorTo(location), replace: true })
  },
  loader: ({ context }) => context.queries.ensureQueryData(meQuery(context.session.client)),
})

const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell })

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDealsPlace,
  component: lazyRouteComponent(() => import('./pages/deals/deals-page.tsx'), 'DealsPage'),
})

const portfolio = createRoute({
  getParentRoute: () => shell,
  path: '/portfolio',
  validateSearch: readPortfolioPlace,
  component: lazyRouteComponent(() => import('./pages/portfolio/portfolio-page.tsx'), 'PortfolioPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

const newIntake = createRoute({
  getParentRoute: () => shell,
  path: '/intake',
  component: lazyRouteComponent(() => import('./pages/intake/intake-page.tsx'), 'IntakePage'),
})

const intake = createRoute({
  getParentRoute: () => shell,
  path: '/intake/$conversationId',
  component: lazyRouteComponent(() => import('./pages/intake/intake-page.tsx'), 'IntakePage'),
})

const intakeNumbers = createRoute({
  getParentRoute: () => shell,
  path: '/intake/$conversationId/numbers',
  component: lazyRouteComponent(() => import('./pages/reading/intake-numbers-page.tsx'), 'IntakeNumbersPage'),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./pages/notifications/notifications-page.tsx'), 'NotificationsPage'),
})

const requests = createRoute({
  getParentRoute: () => shell,
  path: '/requests',
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
})

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: readSearchPlace,
  component: lazyRouteComponent(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
})

const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organization',
  component: lazyRouteComponent(() => import('./pages/organization/organization-page.tsx'), 'OrganizationPage'),
})

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin/admin-layout.tsx'), 'AdminLayout'),
})

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true })
  },
})

const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  validateSearch: readUsersPlace,
  component: lazyRouteComponent(() => import('./pages/admin/users-page.tsx'), 'UsersPage'),
})

const adminOrganizations = createRoute({
  getParentRoute: () => admin,
  path: '/organizations',
  validateSearch: ({ org }: Record<string, unknown>): { org?: string | undefined } => ({
    org: typeof org === 'string' ? org : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/admin/organizations-page.tsx'), 'OrganizationsPage'),
})

const adminInviteCodes = createRoute({
  getParentRoute: () => admin,
  path: '/invite-codes',
  component: lazyRouteComponent(() => import('./pages/admin/invite-codes-page.tsx'), 'InviteCodesPage'),
})

const adminContent = createRoute({
  getParentRoute: () => admin,
  path: '/content',
  validateSearch: ({ page }: Record<string, unknown>): { page?: string | undefined } => ({
    page: typeof page === 'string' ? page : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/admin/content-page.tsx'), 'ContentPage'),
})

const adminPurge = createRoute({
  getParentRoute: () => admin,
  path: '/purge',
  component: lazyRouteComponent(() => import('./pages/admin/purge-page.tsx'), 'PurgePage'),
})

const adminLog = createRoute({
  getParentRoute: () => admin,
  path: '/log',
  component: lazyRouteComponent(() => import('./pages/admin/admin-log-page.tsx'), 'AdminLogPage'),
})

/** A single deal, with its own layout. */
const deal = createRoute({
  getParentRoute: () => signedIn,
  path: '/canvas/$dealId',
  component: lazyRouteComponent(() => import('./pages/canvas/deal-layout.tsx'), 'DealLayout'),
  errorComponent: WholePageError,
})

const memo = createRoute({
  getParentRoute: () => deal,
  path: '/',
  validateSearch: readCanvasPlace,
  component: lazyRouteComponent(() => import('./pages/canvas/memo-page.tsx'), 'MemoPage'),
})

const quality = createRoute({
  getParentRoute: () => deal,
  path: '/quality',
  component: lazyRouteComponent(() => import('./pages/quality/quality-page.tsx'), 'QualityPage'),
})

const numbers = createRoute({
  getParentRoute: () => deal,
  path: '/numbers',
  validateSearch: ({ metric }: Record<string, unknown>): { metric?: string | undefined } => ({
    metric: typeof metric === 'string' && metric.length <= maxIdLength ? metric : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/reading/deal-numbers-page.tsx'), 'DealNumbersPage'),
})

const scenarios = createRoute({
  getParentRoute: () => deal,
  path: '/scenarios',
  component: lazyRouteComponent(() => import('./pages/canvas/scenarios/scenarios-page.tsx'), 'ScenariosPage'),
})

/** The former address of the two-way table. */
const sensitivity = createRoute({
  getParentRoute: () => deal,
  path: '/sensitivity',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/canvas/$dealId/scenarios', params, replace: true })
  },
})

const record = createRoute({
  getParentRoute: () => deal,
  path: '/record',
  validateSearch: readRecordPlace,
  component: lazyRouteComponent(() => import('./pages/record/record-page.tsx'), 'RecordPage'),
})

const committee = createRoute({
  getParentRoute: () => deal,
  path: '/committee',
  component: lazyRouteComponent(() => import('./pages/committee/committee-page.tsx'), 'CommitteePage'),
})

const versions = createRoute({
  getParentRoute: () => deal,
  path: '/versions',
  validateSearch: readVersionsPlace,
  component: lazyRouteComponent(() => import('./pages/versions/versions-page.tsx'), 'VersionsPage'),
})

const people = createRoute({
  getParentRoute: () => deal,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/canvas/people-page.tsx'), 'PeoplePage'),
})

const documents = createRoute({
  getParentRoute: () => deal,
  path: '/documents',
  component: lazyRouteComponent(() => import('./pages/documents/documents-page.tsx'), 'DocumentsPage'),
})

const document = createRoute({
  getParentRoute: () => deal,
  path: '/documents/$documentId',
  validateSearch: readDocumentPlace,
  component: lazyRouteComponent(() => import('./pages/documents/document-page.tsx'), 'DocumentPage'),
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
      signedIn.addChildren([
        shell.addChildren([
          home,
          portfolio,
          account,
          newIntake,
          intake,
          intakeNumbers,
          notifications,
          requests,
          search,
          organization,
          admin.addChildren([
            adminHome,
            adminUsers,
            adminOrganizations,
            adminInviteCodes,
            adminContent,
            adminPurge,
            adminLog,
          ]),
          anywhereElse,
        ]),
        deal.addChildren([
          memo,
          numbers,
          scenarios,
          sensitivity,
          quality,
          record,
          committee,
          versions,
          people,
          documents,
          document,
        ]),
      ]),
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
