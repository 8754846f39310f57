// Loaded into a service before it starts: SIGUSR2 then ends the thread of its embedded database, as a fault would.
import { channel } from 'node:diagnostics_channel'

let newest
channel('worker_threads').subscribe(({ worker }) => {
  newest = worker
})
process.on('SIGUSR2', () => newest?.terminate())
