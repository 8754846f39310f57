import { type ClientFrame, clientFrames, maxFrameBytes, maxFrameDepth } from '@deal-canvas/contract'
import { compile } from '../../http/validation/compile.ts'
import { createReport } from '../../http/validation/report.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'

const checks = new Map(
  Object.entries(clientFrames).map(([type, schema]) => [type, compile(schema, 'json', `frame ${type}`)]),
)

const maxCursorBytes = 1_024

const notAnObject = 'A frame is a JSON object with a type'
const problems = {
  malformed: notAnObject,
  too_large: `A frame has at most ${maxFrameBytes} bytes`,
  too_deep: `A frame has at most ${maxFrameDepth} levels of nesting`,
}

type Judged = { ok: true; frame: ClientFrame } | { ok: false; detail: string; about?: string }

/** What a client said, or the sentence that tells what is wrong with it. */
export const readClientFrame = (text: string): Judged => {
  const read = readBoundedJson(text, { maxBytes: maxFrameBytes, maxDepth: maxFrameDepth })
  if (!read.ok) return { ok: false, detail: problems[read.problem] }
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, detail: notAnObject }
  const type = 'type' in value ? value.type : undefined
  const check = typeof type === 'string' ? checks.get(type) : undefined
  if (check === undefined) return { ok: false, detail: `A frame has one of the types ${[...checks.keys()].join(', ')}` }
  const report = createReport()
  const frame = report.at('frame', check, value) as ClientFrame
  const [failure] = report.failures
  if (failure !== undefined)
    return { ok: false, about: String(type), detail: `${failure.loc.slice(1).join('.')}: ${failure.msg}` }
  if (frame.type === 'presence' && JSON.stringify(frame.cursor ?? null).length > maxCursorBytes)
    return { ok: false, about: frame.type, detail: `cursor: has at most ${maxCursorBytes} characters of JSON` }
  return { ok: true, frame }
}
