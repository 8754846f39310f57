/**
 * Sends a request like fetch and reports how much of its body has been sent, 0 to 1. Browsers report this only for an
 * XMLHttpRequest; without one, fetch sends the request and progress is reported only at the end.
 */
export const fetchWithProgress =
  (fetch: typeof globalThis.fetch, onSent: (share: number) => void): typeof globalThis.fetch =>
  (input, init = {}) => {
    if (typeof XMLHttpRequest === 'undefined') return fetch(input, init)
    return new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal, credentials } = init
      const request = new XMLHttpRequest()
      const stop = (): void => request.abort()
      request.open(method, String(input))
      request.responseType = 'arraybuffer'
      request.withCredentials = credentials === 'include'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onSent(loaded / total)
      }
      request.upload.onload = () => onSent(1)
      request.onload = () => resolve(responseOf(request))
      // The same error as fetch throws, so that callers can tell a network failure from their own errors.
      request.onerror = () => reject(new TypeError('The request could not be sent'))
      request.onabort = () => reject(signal?.reason ?? new DOMException('The request was stopped', 'AbortError'))
      request.onloadend = () => signal?.removeEventListener('abort', stop)
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', stop)
      request.send(body instanceof FormData || typeof body === 'string' ? body : null)
    })
  }

/** Statuses without a body; a Response with one cannot be constructed for them. */
const bodiless = new Set([204, 205, 304])

const responseOf = (request: XMLHttpRequest): Response => {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  const { status, response } = request
  return new Response(bodiless.has(status) ? null : response, { status, headers })
}
