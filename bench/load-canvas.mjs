// Measures how long a signed-in user waits for the memo with an empty cache, over a connection of 4 Mbit/s and 40 ms
// latency. Uses the real page in Chromium with its network emulation. Target: 2 s.
//
//   node bench/load-canvas.mjs [--times 5] [--mbit 4] [--latency 40]
import { parseArgs } from 'node:util'
import { demoPassword, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'
import { watchStolenTime } from '@deal-canvas/proof/stolen-time'
import { chromium } from 'playwright-core'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    mbit: { type: 'string', default: '4' },
    latency: { type: 'string', default: '40' },
  },
})
const { CHROMIUM = '/usr/bin/chromium' } = process.env
const deal = 'demo-riverside'

/** Records when the memo text is first painted: one frame after it is in the document. */
const noteMemo = () => {
  const look = () => {
    const text = document.querySelector('[data-section-text]')
    if (text === null || text.getBoundingClientRect().height === 0) return void requestAnimationFrame(look)
    requestAnimationFrame(() => {
      window.memoShownAt = performance.now()
    })
  }
  requestAnimationFrame(look)
}

const signIn = async (page) => {
  await page.goto('/app/sign-in')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Riverside Apartments' }).waitFor()
}

/** One cold load: when the memo was shown, and what was fetched until the page was idle. */
const load = async (page, devtools) => {
  await page.goto('about:blank')
  await devtools.send('Network.clearBrowserCache')
  await page.goto(`/app/canvas/${deal}`, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.memoShownAt !== undefined, undefined, { timeout: 120_000 })
  await page.waitForTimeout(3000)
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource')
    const bytesOf = (entries) => entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    const code = fetched.filter(({ name }) => /\.(?:js|css)$/.test(name))
    return {
      shownAt: window.memoShownAt,
      codeFiles: code.length,
      codeBytes: bytesOf(code),
      requests: fetched.length,
      bytes: bytesOf(fetched),
    }
  })
}

printFacts()
const { env, remove } = await makePlace()
const server = await startServer({ env: { ...env, DEMO: 'on' } })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
await signIn(page)
await page.addInitScript(noteMemo)
const devtools = await page.context().newCDPSession(page)
await devtools.send('Network.enable')
const throughput = (Number(values.mbit) * 1e6) / 8
await devtools.send('Network.emulateNetworkConditions', {
  offline: false,
  latency: Number(values.latency),
  downloadThroughput: throughput,
  uploadThroughput: throughput,
})
const stolen = watchStolenTime()
const loads = []
for (let n = 0; n < Number(values.times); n++) loads.push(await load(page, devtools))
const share = stolen()
const times = loads.map(({ shownAt }) => shownAt)
const [{ codeFiles, codeBytes, requests, bytes }] = loads
console.log(`${values.mbit} Mbit/s, ${values.latency} ms, nothing cached, ${loads.length} loads of ${deal}`)
console.log(
  `memo visible: median ${Math.round(quantile(times, 0.5))} ms, shortest ${Math.round(Math.min(...times))} ms, longest ${Math.round(Math.max(...times))} ms (aimed for: 2000 ms)`,
)
console.log(`script and style: ${codeFiles} files, ${(codeBytes / 1000).toFixed(1)} kB on the wire`)
console.log(`all requests: ${requests}, ${(bytes / 1000).toFixed(1)} kB`)
console.log(`the host took ${Math.round(share * 100)} % of the processor meanwhile`)
await browser.close()
await server.stop()
await remove()
process.exit(0)
