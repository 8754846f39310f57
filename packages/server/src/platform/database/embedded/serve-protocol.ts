import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { createMessageReader, type Group } from './protocol-messages.ts'

interface Session {
  socket: Socket
  /** Groups that wait because another session has a transaction open. */
  waiting: Group[]
}

type Embedded = Pick<PGlite, 'execProtocolRawStream' | 'isInTransaction'>

/** More than one, so that a reconnecting client need not wait until the old connection is detected as lost. */
const maxConnections = 8

const simpleQuery = (text: string): Buffer => {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q', 0, 'latin1')
  message.writeInt32BE(text.length + 5, 1)
  message.write(text, 5, 'latin1')
  return message
}

const noSsl = Buffer.from('N')
const rollback: Group = { kind: 'run', bytes: simpleQuery('ROLLBACK') }

/**
 * Serves the embedded database on a socket, in PostgreSQL's protocol. It has one session: while a connection has a
 * transaction open, the others wait, and the transaction of a lost connection is rolled back.
 */
export const serveProtocol = async (db: Embedded, path: string) => {
  /** In the order of their next turns. */
  const sessions = new Set<Session>()
  let owner: Session | undefined
  let isRunning = false

  /** The answer to a group is one write, because each write wakes the client's thread. */
  const ask = async (bytes: Uint8Array): Promise<Buffer> => {
    const answer: Buffer[] = []
    // Copied, because the database reuses its own buffer. Its files need no synchronization: it writes through.
    await db.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (data) => answer.push(Buffer.from(data)) })
    return answer.length === 1 && answer[0] !== undefined ? answer[0] : Buffer.concat(answer)
  }

  const run = async (session: Session, group: Group): Promise<void> => {
    const { socket } = session
    if (group.kind === 'ssl') socket.write(noSsl)
    else if (group.kind === 'startup' || group.kind === 'run') {
      const answer = await ask(group.bytes)
      owner = db.isInTransaction() ? session : undefined
      if (socket.writable) socket.write(answer)
      if (socket.destroyed) leave(session)
    } else socket.end()
  }

  const nextSession = (): Session | undefined => {
    if (owner !== undefined) return owner.waiting.length > 0 ? owner : undefined
    return [...sessions].find(({ waiting }) => waiting.length > 0)
  }

  const runAll = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    for (let session = nextSession(); session !== undefined; session = nextSession()) {
      const group = session.waiting.shift()
      if (sessions.delete(session)) sessions.add(session)
      if (group !== undefined) await run(session, group)
    }
    isRunning = false
  }

  /** Otherwise the transaction of a lost connection would stay open, and every other connection would wait for it. */
  const leave = (session: Session): void => {
    sessions.delete(session)
    session.waiting = owner === session ? [rollback] : []
  }

  const server = createServer((socket) => {
    const session: Session = { socket, waiting: [] }
    const { read } = createMessageReader()
    sessions.add(session)
    socket.on('data', (chunk) => {
      session.waiting.push(...read(chunk))
      void runAll()
    })
    // A reset connection is an ordinary way to leave; the close follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      leave(session)
      void runAll()
    })
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

  return {
    stop: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { socket } of sessions) socket.destroy()
      await closed
    },
  }
}
