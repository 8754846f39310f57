import { once } from 'node:events'
import { text as readAll } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A real mail server that keeps what it has accepted, and can hold its answer. */
export const startMailServer = async (port: number) => {
  const accepted: string[] = []
  let answer: Promise<void> = Promise.resolve()
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 0,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      readAll(stream).then(async (raw) => {
        accepted.push(raw)
        await answer
        done()
      }, done)
    },
  })
  server.on('error', () => {}) // Killed clients.
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    digests: () => accepted.filter((raw) => /^Subject: .*unread notification/m.test(raw)),
    hold: () => {
      let respond = (): void => undefined
      answer = new Promise((resolve) => {
        respond = resolve
      })
      return () => {
        answer = Promise.resolve()
        respond()
      }
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  }
}
