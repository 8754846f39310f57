// Sends raw bytes to the service and reads its responses: a client that rejects nothing, because what an ordinary one
// would never send is what has to be tested.
import { connect } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

const readHead = (bytes) => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? Number.NaN)
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status, headers, size: end + headEnd.length }
}

/** The content of a chunked body and its length in bytes; undefined while incomplete. */
const readChunks = (bytes) => {
  const chunks = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return { body: Buffer.concat(chunks) }
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (Number.isNaN(size) || bytes.length < next) return { body: Buffer.concat(chunks) }
    if (size === 0) return { body: Buffer.concat(chunks), size: next }
    chunks.push(bytes.subarray(lineEnd + 2, next - 2))
    at = next
  }
}

/** The body received so far; `size` is known once it is complete. */
const readBody = (bytes, { status, headers }, { isHead, isClosed }) => {
  if (status === 101) return { body: bytes }
  if (isHead || status === 204 || status === 304) return { body: Buffer.alloc(0), size: 0 }
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return readChunks(bytes)
  const length = headers.has('content-length') ? Number(headers.get('content-length')) : undefined
  if (length === undefined) return isClosed ? { body: bytes, size: bytes.length } : { body: bytes }
  return bytes.length < length ? { body: bytes } : { body: bytes.subarray(0, length), size: length }
}

/** All responses in the bytes, without interim (1xx) ones; the last one can be incomplete. */
const readAnswers = (bytes, given) => {
  const answers = []
  for (let rest = bytes; rest.length > 0; ) {
    const head = readHead(rest)
    if (head === undefined) return answers
    const after = rest.subarray(head.size)
    const isInterim = head.status >= 100 && head.status < 200 && head.status !== 101
    const { body, size } = isInterim ? { body: undefined, size: 0 } : readBody(after, head, given)
    if (!isInterim) answers.push({ status: head.status, headers: head.headers, body, isWhole: size !== undefined })
    if (size === undefined) return answers
    rest = after.subarray(size)
  }
  return answers
}

const goesOn = ({ status, headers, isWhole }) =>
  !isWhole && (status === 101 || headers.get('content-type')?.startsWith('text/event-stream') === true)

/**
 * Sends bytes on their own connection and reads until the service closes it, the given number of responses is complete,
 * or a stream has been read for a while.
 */
export const exchange = (port, bytes, given = {}) => {
  const { isHead = false, wanted = 1, listenMs = 0, patienceMs = 20_000, endsAfter = false, afterUpgrade } = given
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    let heard = Buffer.alloc(0)
    let listening
    let failure
    const finish = (isClosed, isLate = false) => {
      clearTimeout(patience)
      clearTimeout(listening)
      socket.removeAllListeners('data').destroy()
      resolve({ answers: readAnswers(heard, { isHead, isClosed }), isClosed, isLate, failure })
    }
    const patience = setTimeout(() => finish(false, true), patienceMs)
    socket.on('data', (chunk) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
      const answers = readAnswers(heard, { isHead, isClosed: false })
      const last = answers.at(-1)
      if (last !== undefined && goesOn(last)) {
        if (listening !== undefined) return
        if (last.status === 101 && afterUpgrade !== undefined) socket.write(afterUpgrade)
        listening = setTimeout(() => finish(false), listenMs)
      } else if (answers.length >= wanted && last?.isWhole === true) finish(false)
    })
    socket.on('error', (error) => {
      failure = error.code
    })
    socket.on('end', () => finish(true))
    socket.on('close', () => finish(true))
    socket.write(bytes)
    if (endsAfter) socket.end()
  })
}

/** A request as bytes; adds its length unless the headers already define it. */
export const spell = ({ method, target, version = 'HTTP/1.1', headers = [], body }) => {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name.trim()))
  const length = body === undefined || isFramed ? [] : [['content-length', String(body.length)]]
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines.join('')}\r\n`)
  return body === undefined ? head : Buffer.concat([head, body])
}
