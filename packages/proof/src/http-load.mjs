// A minimal HTTP client, so that on a small machine the servers are measured and not the client:
// requests are written as raw bytes, and only the length and status of a response are parsed.
import { connect } from 'node:net'
import { quantile } from './server.mjs'

export const rawRequest = ({ method, path, token, body }) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const heads = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${heads.join('\r\n')}\r\n\r\n${text}`)
}

const headEnd = Buffer.from('\r\n\r\n')

/** The status of a complete response at the start of the bytes, and where it ends; undefined while incomplete. */
const readAnswer = (bytes) => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const head = bytes.latin1Slice(0, end).toLowerCase()
  const length = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0)
  const size = end + headEnd.length + length
  return bytes.length < size ? undefined : { status: Number(head.slice(9, 12)), size }
}

/** Sends one request at a time; the next one waits for the response. */
export const openConnection = (port) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let bytes = Buffer.alloc(0)
  let waiting
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    const answer = readAnswer(bytes)
    if (answer === undefined) return
    const { resolve } = waiting
    const whole = bytes.subarray(0, answer.size)
    bytes = bytes.subarray(answer.size)
    resolve({ status: answer.status, bytes: whole })
  })
  const fail = (error) => waiting?.reject(error ?? new Error('The connection was closed'))
  socket.on('error', fail)
  socket.on('close', () => fail())
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** One request on its own connection, with the response as text; for checking that a peer behaves as expected. */
export const sendOnce = async (port, request) => {
  const connection = openConnection(port)
  const { status, bytes } = await connection.send(request)
  connection.close()
  return { status, text: bytes.toString() }
}

/**
 * Each connection sends its next request after the last response, for the given time; any status but 200 is a failure.
 */
export const load = async (port, { connections, ms, next }) => {
  const latencies = []
  const begun = performance.now()
  const run = async () => {
    const connection = openConnection(port)
    for (let sent = performance.now(); sent - begun < ms; sent = performance.now()) {
      const { status, bytes } = await connection.send(next())
      if (status !== 200) throw new Error(`Answered with ${bytes}`)
      latencies.push(performance.now() - sent)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, run))
  const seconds = (performance.now() - begun) / 1000
  return { perSecond: latencies.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}
