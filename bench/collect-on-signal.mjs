// Loaded into the service before it starts: on SIGUSR2 it collects garbage and says what it holds. Without that, memory
// that is merely not collected yet looks like memory that is lost.
process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ rss, held: heapUsed + external })}`)
})
