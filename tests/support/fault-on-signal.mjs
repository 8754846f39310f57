// Preloaded into a service: signals raise an unhandled rejection (SIGUSR2) and an uncaught exception (SIGWINCH).
process.on('SIGUSR2', () => void Promise.reject(new Error('A planted rejection')))
process.on('SIGWINCH', () => {
  throw new Error('A planted exception')
})
