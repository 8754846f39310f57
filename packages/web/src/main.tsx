import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConnection } from './app/connection.ts'
import { createTheme } from './app/theme.ts'
import { createAppRouter } from './router.tsx'
import { createQueryClient } from './session/create-query-client.ts'
import { forgetFailures } from './session/forget-failures.ts'
import { createMailedTokens } from './session/mailed-tokens.ts'
import { type Services, ServicesContext } from './session/services.ts'
import { createSession } from './session/session.ts'
import { createRemembered } from './ui/remembered.ts'
import './styles/index.css'

// Load the memo page's code while the session is still being restored; doing both in sequence costs a round trip. If
// this fails, the router loads it again and reports the error.
if (/\/canvas\/[^/]+\/?$/.test(location.pathname)) {
  void Promise.allSettled([import('./pages/canvas/deal-layout.tsx'), import('./pages/canvas/memo-page.tsx')])
}

const mailed = createMailedTokens(window)
const connection = createConnection({ fetch: globalThis.fetch.bind(globalThis), window })
const session = createSession({ fetch: connection.fetch })
const queries = createQueryClient(session)
const services: Services = {
  session,
  mailed,
  connection,
  queries,
  theme: createTheme(document.documentElement),
  singleKeys: createRemembered('single-keys', 'on', (text): text is 'on' | 'off' => text === 'on' || text === 'off'),
  orgId: createRemembered('org', '', (text): text is string => text !== ''),
}
const router = createAppRouter(services)

// The route guards decide which page to show; they run again whenever the signed-in user changes.
session.state.subscribe(() => {
  const state = session.state.get()
  // Without a session before, nothing of a person is cached, and clearing would cancel what the sign-in page loads.
  const left = state.status === 'signed_out' && state.why !== 'no_session'
  // Clear the cache only after the pages that use it are unmounted: earlier, they would refetch the data.
  void router.invalidate().finally(() => left && queries.clear())
})
connection.reachable.subscribe(() => {
  if (!connection.reachable.get()) return
  session.client.wake()
  forgetFailures(queries)
  void queries.invalidateQueries()
  void router.invalidate()
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesContext>
  </StrictMode>,
)
