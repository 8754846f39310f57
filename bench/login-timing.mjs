// Tests whether the time of a failed sign-in reveals if an account exists. Sends pairs of failures, one for an address
// with an account and one without, in alternating order so that both see the same conditions.
//
//   node bench/login-timing.mjs [--pairs 200] [--database-url postgres://… (an empty database)]
import { parseArgs } from 'node:util'
import { call, demoEmails, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '200' }, 'database-url': { type: 'string' } },
})
const [pairs, databaseUrl] = [Number(values.pairs), values['database-url']]
printFacts(databaseUrl)
// An account is locked for an hour after a hundred failures.
if (pairs > demoEmails.length * 90) throw new Error(`At most ${demoEmails.length * 90} pairs`)

const place = await makePlace({ databaseUrl })
const server = await startServer({ env: { ...place.env, TRUST_PROXY: 'on' } })

let addresses = 0
/** Each failure comes from its own IP address, so that no rate limit applies. */
const failedSignIn = async (email) => {
  addresses += 1
  const headers = { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
  const sent = performance.now()
  const { status } = await call(server.url, 'POST', '/api/auth/login', {
    body: { email, password: 'wrong-password' },
    headers,
  })
  const took = performance.now() - sent
  if (status !== 401) throw new Error(`Unexpected answer ${status}`)
  return took
}

const known = []
const unknown = []
for (let pair = -10; pair < pairs; pair++) {
  // As many unknown addresses as known ones: the first failure for an address runs a different statement than later
  // ones.
  const which = Math.abs(pair) % demoEmails.length
  const turns = [
    [known, demoEmails[which]],
    [unknown, `nobody-${which}@example.com`],
  ]
  for (const [times, email] of pair % 2 === 0 ? turns : turns.toReversed()) {
    const took = await failedSignIn(email)
    // The first ten pairs are a warm-up.
    if (pair >= 0) times.push(took)
  }
}
await server.stop()
await place.remove()

const differences = known.map((took, index) => took - unknown[index])
const middle = quantile(differences, 0.5)
const spread = quantile(
  differences.map((difference) => Math.abs(difference - middle)),
  0.5,
)
// Standard error of a median: 1.253 times that of a mean, with the deviation estimated as 1.483 times the MAD.
const error = (1.253 * 1.483 * spread) / Math.sqrt(differences.length)
const show = (ms) => `${ms.toFixed(2)} ms`
console.log(`${pairs} pairs`)
console.log(`known address:   median ${show(quantile(known, 0.5))}, p95 ${show(quantile(known, 0.95))}`)
console.log(`unknown address: median ${show(quantile(unknown, 0.5))}, p95 ${show(quantile(unknown, 0.95))}`)
console.log(`difference within a pair: median ${show(middle)} ± ${show(3 * error)}, typical spread ${show(spread)}`)
const isVisible = Math.abs(middle) > 3 * error
console.log(
  isVisible ? 'VISIBLE: the time tells known from unknown' : 'not visible: the difference drowns in the spread',
)
process.exit(isVisible ? 1 : 0)
