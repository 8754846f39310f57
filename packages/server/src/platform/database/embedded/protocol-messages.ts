/** What a client sent: one message of the startup, or messages that PostgreSQL can run without waiting for more. */
export type Group = { kind: 'ssl' | 'cancel' | 'end' } | { kind: 'startup' | 'run'; bytes: Buffer }

const protocolVersion = 196_608
const cancelCode = 80_877_102
const sslCode = 80_877_103
const shortestStartup = 8
/** The length that a message states covers itself. A shorter one is not PostgreSQL's protocol. */
const shortestMessage = 4

/** Parse, Bind, Describe, Execute and Close: PostgreSQL answers them only after the Sync that follows. */
const unfinished = new Set([...'PBDEC'].map((type) => type.charCodeAt(0)))
const terminate = 'X'.charCodeAt(0)

/**
 * Splits the bytes of a connection into groups. All complete statements that arrived together are one group: run one
 * message at a time, each would cost an answer and a write of its own.
 */
export const createMessageReader = () => {
  let chunks: Buffer[] = []
  let size = 0
  /** How many bytes must have arrived before it is worth looking again, so that a long message is joined only once. */
  let wanted = 0
  let hasStarted = false

  const keep = (bytes: Buffer, more: number): void => {
    chunks = bytes.length === 0 ? [] : [bytes]
    size = bytes.length
    wanted = more
  }

  const readStartup = (bytes: Buffer): { group: Group; length: number } | undefined => {
    if (bytes.length < shortestStartup) return undefined
    const [length, code] = [bytes.readInt32BE(0), bytes.readInt32BE(4)]
    if (code === sslCode) return { group: { kind: 'ssl' }, length }
    if (code === cancelCode) return { group: { kind: 'cancel' }, length }
    if (code !== protocolVersion) return { group: { kind: 'end' }, length: bytes.length }
    if (bytes.length < length) return undefined
    return { group: { kind: 'startup', bytes: bytes.subarray(0, length) }, length }
  }

  /** Where the last statement ends that is complete, and how many bytes the next message needs. */
  const scan = (bytes: Buffer): { end: number; needed: number; terminates: boolean } => {
    let [end, at] = [0, 0]
    while (at + 5 <= bytes.length) {
      const length = bytes.readInt32BE(at + 1)
      if (bytes[at] === terminate || length < shortestMessage) return { end, needed: 0, terminates: true }
      const next = at + 1 + length
      if (next > bytes.length) return { end, needed: next, terminates: false }
      if (!unfinished.has(bytes[at] ?? 0)) end = next
      at = next
    }
    return { end, needed: at + 5, terminates: false }
  }

  const readAll = function* (): Generator<Group> {
    let bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    while (!hasStarted) {
      const startup = readStartup(bytes)
      if (startup === undefined) return keep(bytes, 0)
      bytes = bytes.subarray(startup.length)
      hasStarted = startup.group.kind === 'startup'
      yield startup.group
    }
    const { end, needed, terminates } = scan(bytes)
    if (end > 0) yield { kind: 'run', bytes: bytes.subarray(0, end) }
    if (terminates) yield { kind: 'end' }
    keep(bytes.subarray(end), needed - end)
  }

  return {
    read: (chunk: Buffer): Group[] => {
      chunks.push(chunk)
      size += chunk.length
      return size < wanted ? [] : [...readAll()]
    },
  }
}
