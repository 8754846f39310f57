// Measures how long `npm start` takes until the service is ready, when everything is built and a data folder exists.
//
//   node bench/start-time.mjs [--times 5]
import { parseArgs } from 'node:util'
import { makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'

const { values } = parseArgs({ options: { times: { type: 'string', default: '5' } } })
printFacts()
const npmStart = process.platform === 'win32' ? ['npm.cmd', 'start'] : ['npm', 'start']

const place = await makePlace()
const timed = async (command) => {
  const begun = performance.now()
  const server = await startServer({ ...place, ...(command ? { command } : {}) })
  const took = performance.now() - begun
  await server.stop()
  return { took, built: server.said.stdout.includes('Building') }
}
const first = await timed(npmStart)
console.log(`first start, which makes the database${first.built ? ' and builds' : ''}: ${Math.round(first.took)} ms`)

const [starts, bare] = [[], []]
for (let n = 0; n < Number(values.times); n++) {
  const { took, built } = await timed(npmStart)
  if (built) throw new Error('A second start built again')
  starts.push(took)
  bare.push((await timed()).took)
}
const show = (times) => `median ${Math.round(quantile(times, 0.5))} ms, longest ${Math.round(Math.max(...times))} ms`
console.log(`npm start, everything there: ${show(starts)}`)
console.log(`of which the service itself: ${show(bare)}`)
await place.remove()
