import { type ClientFrame, clientFrames } from '@deal-canvas/contract'
import { compile } from '../../http/validation/compile.ts'
import { createReport } from '../../http/validation/report.ts'

const checks = new Map(
  Object.entries(clientFrames).map(([type, schema]) => [type, compile(schema, 'json', `frame ${type}`)]),
)

const mostCursorBytes = 1_024

type Judged = { ok: true; frame: ClientFrame } | { ok: false; detail: string; about?: string }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a client said, or the sentence that tells what is wrong with it. */
export const readClientFrame = (text: string): Judged => {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, detail: 'A frame is a JSON object with a type' }
  const { type } = value as { type?: unknown }
  const check = typeof type === 'string' ? checks.get(type) : undefined
  if (check === undefined) return { ok: false, detail: `A frame has one of the types ${[...checks.keys()].join(', ')}` }
  const report = createReport()
  const frame = report.at('frame', check, value) as ClientFrame
  const [failure] = report.failures
  if (failure !== undefined)
    return { ok: false, about: String(type), detail: `${failure.loc.slice(1).join('.')}: ${failure.msg}` }
  if (frame.type === 'presence' && JSON.stringify(frame.cursor ?? null).length > mostCursorBytes)
    return { ok: false, about: frame.type, detail: `cursor: has at most ${mostCursorBytes} characters of JSON` }
  return { ok: true, frame }
}
