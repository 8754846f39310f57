// Requests with wrong or ambiguous framing: two lengths, none, the wrong one, lying chunks, a second request smuggled
// behind the first. Written to the socket as they are.
const crlf = '\r\n'
const hidden = `GET /healthz HTTP/1.1${crlf}host: 127.0.0.1${crlf}${crlf}`

const headOf = (request, more = []) => {
  const lines = [...request.headers.filter(([name]) => name !== 'connection'), ...more]
  return `${request.method} ${request.target} HTTP/1.1${crlf}${lines.map(([name, value]) => `${name}: ${value}${crlf}`).join('')}`
}

const text = (request) => (request.body ?? Buffer.from('{}')).toString('latin1')
const chunked = (body) => `${body.length.toString(16)}${crlf}${body}${crlf}0${crlf}${crlf}`
const close = ['connection', 'close']

/**
 * Each builds the bytes. `isCut`: the request never ends, so closing without a response is correct. `isSmuggled`: what
 * follows must not be answered as a separate request.
 */
export const framings = {
  'two different lengths': (request) => ({
    bytes: `${headOf(request, [
      ['content-length', text(request).length],
      ['content-length', '0'],
    ])}${crlf}${text(request)}`,
  }),
  'a length and chunks': (request) => ({
    bytes: `${headOf(request, [
      ['content-length', '4'],
      ['transfer-encoding', 'chunked'],
    ])}${crlf}0${crlf}${crlf}${hidden}`,
    isSmuggled: true,
  }),
  'chunks and a length': (request) => ({
    bytes: `${headOf(request, [
      ['transfer-encoding', 'chunked'],
      ['content-length', String(hidden.length + 5)],
    ])}${crlf}0${crlf}${crlf}${hidden}`,
    isSmuggled: true,
  }),
  'chunked twice': (request) => ({
    bytes: `${headOf(request, [
      ['transfer-encoding', 'chunked'],
      ['transfer-encoding', 'identity'],
    ])}${crlf}${chunked(text(request))}${hidden}`,
    isSmuggled: true,
  }),
  'chunked in other words': (request) => ({
    bytes: `${headOf(request, [['transfer-encoding', 'xchunked']])}${crlf}${chunked(text(request))}${hidden}`,
    isSmuggled: true,
  }),
  'chunked, spelt oddly': (request) => ({
    bytes: `${headOf(request, [['Transfer-Encoding ', 'chunked']])}${crlf}${chunked(text(request))}${hidden}`,
    isSmuggled: true,
  }),
  'chunked, with a tab': (request) => ({
    bytes: `${headOf(request, [['transfer-encoding', '\x0bchunked']])}${crlf}${chunked(text(request))}${hidden}`,
    isSmuggled: true,
  }),
  'chunks as they should be': (request) => ({
    bytes: `${headOf(request, [close, ['transfer-encoding', 'chunked']])}${crlf}${chunked(text(request))}`,
  }),
  'chunks with extensions and trailers': (request) => ({
    bytes: `${headOf(request, [close, ['transfer-encoding', 'chunked']])}${crlf}${text(request).length.toString(16)};a=${'b'.repeat(100)}${crlf}${text(request)}${crlf}0${crlf}authorization: Bearer x${crlf}${crlf}`,
  }),
  'a chunk of a size that is none': (request) => ({
    bytes: `${headOf(request, [['transfer-encoding', 'chunked']])}${crlf}xyz${crlf}${text(request)}${crlf}0${crlf}${crlf}`,
  }),
  'a chunk of a huge size': (request) => ({
    bytes: `${headOf(request, [['transfer-encoding', 'chunked']])}${crlf}ffffffffffffffff0${crlf}${text(request)}`,
  }),
  'a chunk longer than it says': (request) => ({
    bytes: `${headOf(request, [['transfer-encoding', 'chunked']])}${crlf}1${crlf}${text(request)}${text(request)}${crlf}0${crlf}${crlf}`,
  }),
  'a length below what is sent': (request) => ({
    bytes: `${headOf(request, [['content-length', '1']])}${crlf}${text(request)}`,
  }),
  'a length above what is sent': (request) => ({
    bytes: `${headOf(request, [close, ['content-length', String(text(request).length + 10)]])}${crlf}${text(request)}`,
    isCut: true,
  }),
  'a length that is none': (request) => ({
    bytes: `${headOf(request, [['content-length', '-1']])}${crlf}${text(request)}`,
  }),
  'a length with a sign': (request) => ({ bytes: `${headOf(request, [['content-length', '+2']])}${crlf}{}` }),
  'a length beyond all numbers': (request) => ({
    bytes: `${headOf(request, [['content-length', '99999999999999999999999']])}${crlf}${text(request)}`,
  }),
  'a length too large to take': (request) => ({
    bytes: `${headOf(request, [close, ['content-length', '4000000000']])}${crlf}${text(request)}`,
    isCut: true,
  }),
  'lines that end in LF': (request) => ({ bytes: `${headOf(request, [close])}${crlf}`.replaceAll(crlf, '\n') }),
  'a lone CR': (request) => ({ bytes: `${headOf(request, [['x-a', 'b\rc'], close])}${crlf}` }),
  'a NUL in a header': (request) => ({ bytes: `${headOf(request, [['x-a', 'b\0c'], close])}${crlf}` }),
  'a folded header': (request) => ({ bytes: `${headOf(request, [['x-a', `b${crlf} c`], close])}${crlf}` }),
  'a header without a name': (request) => ({ bytes: `${headOf(request, [['', 'b'], close])}${crlf}` }),
  'a line that is no header': (request) => ({ bytes: `${headOf(request)}no header${crlf}${crlf}` }),
  'very many headers': (request) => ({
    bytes: `${headOf(request, [...Array.from({ length: 1_500 }, (_, index) => [`x${index}`, '1']), close])}${crlf}`,
  }),
  'very long headers': (request) => ({ bytes: `${headOf(request, [['x-long', 'y'.repeat(40_000)], close])}${crlf}` }),
  'no host': (request) => {
    const headers = request.headers.filter(([name]) => name !== 'host')
    return { bytes: `${headOf({ ...request, headers }, [close])}${crlf}` }
  },
  'two hosts': (request) => ({ bytes: `${headOf(request, [['host', 'evil.example'], close])}${crlf}` }),
  'the first HTTP': ({ method, target }) => ({ bytes: `${method} ${target} HTTP/1.0${crlf}${crlf}` }),
  'an HTTP of the past': ({ target }) => ({ bytes: `GET ${target}${crlf}`, isCut: true }),
  'an HTTP of the future': ({ method, target }) => ({ bytes: `${method} ${target} HTTP/9.9${crlf}${crlf}` }),
  'HTTP/2 right away': () => ({ bytes: `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}` }),
  'a TLS greeting': () => ({ bytes: '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', isCut: true }),
  'an upgrade to HTTP/2': (request) => ({
    bytes: `${headOf(request, [
      ['connection', 'Upgrade, HTTP2-Settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', 'AAMAAABkAAQ'],
    ])}${crlf}`,
  }),
  'a wish to go on': (request) => ({
    bytes: `${headOf(request, [close, ['expect', '100-continue'], ['content-length', String(text(request).length)]])}${crlf}${text(request)}`,
  }),
  'another wish': (request) => ({ bytes: `${headOf(request, [close, ['expect', 'the-moon']])}${crlf}` }),
  'a second request behind': (request) => ({
    bytes: `${headOf(request, [['content-length', String(text(request).length)]])}${crlf}${text(request)}${hidden.replace(crlf + crlf, `${crlf}connection: close${crlf}${crlf}`)}`,
    wanted: 2,
  }),
  'only a beginning': (request) => ({ bytes: headOf(request).slice(0, 40), isCut: true }),
}
