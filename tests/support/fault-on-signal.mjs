// Loaded before the service: plants a fault that no code of the service handles.
process.on('SIGUSR2', () => void Promise.reject(new Error('A planted rejection')))
process.on('SIGWINCH', () => {
  throw new Error('A planted exception')
})
