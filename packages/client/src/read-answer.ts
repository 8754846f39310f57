import { ApiError, unreadableAnswer, type ValidationFailure } from './api-error.ts'

/** The parsed body of a successful response. */
export const readAnswer = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  const body = parse(text)
  // A captive portal or a proxy can respond 200 with its own page.
  if (body === unreadable) throw unreadableAnswer(response.status)
  return body
}

/** Turns an unsuccessful response into an ApiError. */
export const readRefusal = async (response: Response): Promise<ApiError> =>
  refusal(response, parse(await response.text()))

const unreadable = Symbol('unreadable')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

const refusal = (response: Response, body: unknown): ApiError => {
  const { detail, code, request_id, ...further } = fields(body)
  const common = { status: response.status, retryAfter: secondsToWait(response.headers.get('retry-after')) }
  if (Array.isArray(detail)) {
    const failures = detail.filter(isFailure)
    return new ApiError({
      ...common,
      code: 'validation',
      detail: failures[0]?.msg ?? 'The request is not valid',
      failures,
    })
  }
  return new ApiError({
    ...common,
    code: typeof code === 'string' ? code : 'unreadable_answer',
    detail: typeof detail === 'string' ? detail : `The service answered ${response.status}`,
    requestId: typeof request_id === 'string' ? request_id : undefined,
    fields: further,
  })
}

const fields = (value: unknown): Partial<Record<string, unknown>> => (typeof value === 'object' ? { ...value } : {})

const isFailure = (value: unknown): value is ValidationFailure => {
  const { type, loc, msg } = fields(value)
  return typeof type === 'string' && typeof msg === 'string' && Array.isArray(loc)
}

/** Retry-After is a number of seconds or a date. */
const secondsToWait = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
