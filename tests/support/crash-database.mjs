// Preloaded into a service: SIGUSR2 terminates the worker thread of its embedded database, as a crash would.
import { channel } from 'node:diagnostics_channel'

// The first worker is the database: nothing works without it, and computation workers start later.
let database
channel('worker_threads').subscribe(({ worker }) => {
  database ??= worker
})
process.on('SIGUSR2', () => database?.terminate())
