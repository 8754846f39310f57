import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import type { Outbox } from './outbox.ts'
import { startService } from './start-service.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Browser messages about failed requests and connections, which tests cause on purpose. */
const aboutTheNetwork = /^Failed to load resource: |^WebSocket connection to /

/** Only to end what hangs: a virtual machine may lose most of its processor to its host for a while. */
const maxWaitMs = 90_000
const maxDescribed = 4_000

/** What a failed test left on a page, because the log of a run is all that is kept of it. */
const describePage = async (page: Page): Promise<string> => {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error))
  return `The page at ${page.url()} showed:\n${shown.slice(0, maxDescribed)}`
}

export const demoPassword = 'deal-canvas-demo'

export interface Visitor {
  /** Opens a path of the service in a separate browser context, without cookies of others. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  signIn: (page: Page, email: string, password?: string) => Promise<void>
  /** Signs in without a browser, as another device would; returns the response with its access token. */
  signInElsewhere: (email: string, userAgent: string, password?: string) => Promise<Response>
  /** The status of a request with the token of this sign-in. */
  statusOf: (login: Response) => Promise<number>
  /** Makes an API call as another user, without a browser; returns the parsed response. */
  callAs: (email: string, method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Declares a console error that this test causes on purpose; any other error fails it. */
  expectConsoleError: (error: RegExp) => void
  /** The mails that were sent. */
  mails: () => Outbox
  /** Restarts the service on the same data. */
  restartService: () => Promise<void>
}

/** A suite in a real browser. An uncaught error on the page or a console error fails the test that caused it. */
export const inBrowser = (name: string, tests: (visitor: Visitor) => void, env: Record<string, string> = {}): void => {
  describe.skipIf(chromiumPath === undefined)(name, { timeout: 300_000 }, () => {
    let service: Awaited<ReturnType<typeof startService>>
    let browser: Browser
    let faults: string[] = []
    let pages: Page[] = []
    let expected: RegExp[] = []

    beforeAll(async () => {
      service = await startService(env)
      browser = await chromium.launch({ args: flags, ...(chromiumPath ? { executablePath: chromiumPath } : {}) })
    }, 300_000)
    afterAll(async () => {
      await browser?.close()
      await service?.stop()
    })
    afterEach(async ({ task }) => {
      const seen = faults
      if (task.result?.state === 'fail') for (const page of pages) process.stderr.write(`${await describePage(page)}\n`)
      for (const page of pages) await page.context().close()
      pages = []
      faults = []
      const unexpected = seen.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
      expected = []
      expect(unexpected).toEqual([])
    })

    const open: Visitor['open'] = async (path, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: service.baseUrl,
        ...options,
      })
      context.setDefaultTimeout(maxWaitMs)
      const page = await context.newPage()
      pages.push(page)
      // A listener from the start: subscribing only when the chooser is about to open can come too late.
      page.on('filechooser', () => undefined)
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !aboutTheNetwork.test(message.text())) faults.push(message.text())
      })
      await page.goto(path)
      return page
    }

    const signIn: Visitor['signIn'] = async (page, email, password = demoPassword) => {
      await page.getByLabel('Email').fill(email)
      const field = page.getByLabel('Password', { exact: true })
      await field.fill(password)
      // By keyboard: a click is lost if the texts of the page arrive between its press and its release, and move the button.
      await field.press('Enter')
    }

    const login: Visitor['signInElsewhere'] = (email, userAgent, password = demoPassword) =>
      fetch(`${service.baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify({ email, password }),
      })

    tests({
      open,
      signIn,
      signInElsewhere: login,
      statusOf: async (login) => {
        const { access_token } = await login.clone().json()
        const me = await fetch(`${service.baseUrl}/api/auth/me`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
        return me.status
      },
      callAs: async (email, method, path, body) => {
        const { access_token } = await (await login(email, 'node')).json()
        const answer = await fetch(`${service.baseUrl}${path}`, {
          method,
          headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
        return answer.status === 204 ? {} : answer.json()
      },
      expectConsoleError: (error) => void expected.push(error),
      mails: () => service.outbox,
      restartService: () => service.restart(),
    })
  })
}
