import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Starts listening for real connections, once, and returns the port. */
export const portOf = async (app: FastifyInstance): Promise<number> => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port')
  return address.port
}

export const connectTo = async (app: FastifyInstance): Promise<Socket> => {
  const socket = connect(await portOf(app), '127.0.0.1')
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

/** Sends raw bytes; returns everything received until the service closes the connection. */
export const sayRaw = async (app: FastifyInstance, bytes: string): Promise<string> => {
  const socket = await connectTo(app)
  const heard: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket
      .on('data', (chunk) => heard.push(chunk))
      .on('close', () => resolve(Buffer.concat(heard).toString()))
      .on('error', reject)
    socket.write(bytes)
  })
}

/** Parses a raw HTTP response. */
export const readRaw = (answer: string): { status: number; head: string; body: unknown } => {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const text = rest.join('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: text === '' ? '' : JSON.parse(text) }
}
