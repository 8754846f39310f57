// Loaded into the service before it starts: on SIGUSR2 it collects garbage and prints its memory use. Without that,
// memory
// that is merely not collected yet looks like a leak.
import { getHeapSpaceStatistics } from 'node:v8'

process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').physical_space_size
  console.log(`memory ${JSON.stringify({ rss, held: heapUsed + external, young })}`)
})
