import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageReader, type Group } from './protocol-messages.ts'

const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const startup = Buffer.concat([int(13), int(196_608), Buffer.from('user\0')])
const message = (type: string, text = ''): Buffer =>
  Buffer.concat([Buffer.from(type), int(text.length + 4), Buffer.from(text, 'latin1')])
const statement = (text: string): Buffer =>
  Buffer.concat([message('P', text), message('B', text), message('E'), message('S')])

const readAll = (chunks: Buffer[]): Group[] => {
  const { read } = createMessageReader()
  return chunks.flatMap((chunk) => read(chunk))
}
const started = (...messages: Buffer[]): Group[] => readAll([startup, ...messages])
const ran = (groups: Group[]): Buffer =>
  Buffer.concat(groups.flatMap((group) => (group.kind === 'run' ? [group.bytes] : [])))

describe('messages of a connection to the embedded database', () => {
  it('are run together if they arrive together, and never before the statement is complete', () => {
    const [one, two] = [statement('SELECT 1'), statement('SELECT 2')]
    expect(started(Buffer.concat([one, two]))).toEqual([
      { kind: 'startup', bytes: startup },
      { kind: 'run', bytes: Buffer.concat([one, two]) },
    ])
    expect(started(Buffer.concat([one, message('P', 'SELECT 2')])).slice(1)).toEqual([{ kind: 'run', bytes: one }])
  })

  it('are complete statements and lose no byte, however the connection cuts them', () => {
    const texts = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 40 }), { maxLength: 8 })
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.integer({ min: 1, max: 60 })), (all, lengths) => {
        const statements = all.map((text, place) => (place % 2 === 0 ? statement(text) : message('Q', text)))
        const bytes = Buffer.concat([startup, ...statements])
        const chunks: Buffer[] = []
        for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 0) {
          chunks.push(bytes.subarray(at, at + lengths.next().value))
        }
        const groups = readAll(chunks)
        expect(groups[0]).toEqual({ kind: 'startup', bytes: startup })
        expect(ran(groups)).toEqual(Buffer.concat(statements))
        const ends = new Set(statements.map((_, place) => Buffer.concat(statements.slice(0, place + 1)).length))
        let end = 0
        for (const group of groups) {
          if (group.kind !== 'run') continue
          end += group.bytes.length
          expect(ends).toContain(end)
        }
      }),
    )
  })

  it('answer the questions of a driver before its startup, each on its own', () => {
    const ssl = Buffer.concat([int(8), int(80_877_103)])
    const cancel = Buffer.concat([int(16), int(80_877_102), int(1), int(2)])
    expect(readAll([ssl, startup])).toEqual([{ kind: 'ssl' }, { kind: 'startup', bytes: startup }])
    expect(readAll([cancel])).toEqual([{ kind: 'cancel' }])
  })

  it('end the connection when the client says so, or when they are not PostgreSQL', () => {
    const one = statement('SELECT 1')
    expect(started(Buffer.concat([one, message('X')])).slice(1)).toEqual([{ kind: 'run', bytes: one }, { kind: 'end' }])
    expect(readAll([Buffer.from('GET / HTTP/1.1\r\n\r\n')])).toEqual([{ kind: 'end' }])
    expect(started(Buffer.concat([Buffer.from('Q'), int(-5)])).slice(1)).toEqual([{ kind: 'end' }])
  })
})
