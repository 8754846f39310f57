import { type ClientFrame, clientFrames, maxFrameBytes, maxFrameDepth } from '@deal-canvas/contract'
import { compile, createReport } from '@deal-canvas/fastapi-validation'
import { liveMessages as messages } from '../../messages/live.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'

const checks = new Map(
  Object.entries(clientFrames).map(([type, schema]) => [type, compile(schema, 'json', `frame ${type}`)]),
)

const maxCursorBytes = 1_024

const problems = {
  malformed: messages.notAnObject(),
  too_large: messages.tooLarge({ limit: maxFrameBytes }),
  too_deep: messages.tooDeep({ limit: maxFrameDepth }),
}

type Judged = { ok: true; frame: ClientFrame } | { ok: false; detail: string; about?: string }

/** Parses a client frame. Returns the frame, or a message that says what is wrong with it. */
export const readClientFrame = (text: string): Judged => {
  const read = readBoundedJson(text, { maxBytes: maxFrameBytes, maxDepth: maxFrameDepth })
  if (!read.ok) return { ok: false, detail: problems[read.problem] }
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, detail: messages.notAnObject() }
  const type = 'type' in value ? value.type : undefined
  const check = typeof type === 'string' ? checks.get(type) : undefined
  if (check === undefined) return { ok: false, detail: messages.typeUnknown({ types: [...checks.keys()].join(', ') }) }
  const report = createReport()
  const frame = report.at('frame', check, value) as ClientFrame
  const [failure] = report.failures
  if (failure !== undefined)
    return {
      ok: false,
      about: String(type),
      detail: messages.fieldInvalid({ field: failure.loc.slice(1).join('.'), problem: failure.msg }),
    }
  if (frame.type === 'presence' && JSON.stringify(frame.cursor ?? null).length > maxCursorBytes)
    return { ok: false, about: frame.type, detail: messages.cursorTooLong({ limit: maxCursorBytes }) }
  return { ok: true, frame }
}
