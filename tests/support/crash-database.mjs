// Loaded into a service before it starts: SIGUSR2 then ends the thread of its embedded database, as a fault would.
import { channel } from 'node:diagnostics_channel'

// The first that is started: nothing can be done without it, and threads that compute come after it.
let database
channel('worker_threads').subscribe(({ worker }) => {
  database ??= worker
})
process.on('SIGUSR2', () => database?.terminate())
