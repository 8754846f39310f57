import { type Document, maxDocumentBytes } from '@deal-canvas/contract'
import { expect, it, vi } from 'vitest'
import { createUploads, type Upload } from './uploads.ts'

const file = (name: string, size = 3): File => {
  const made = new File(['abc'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

const documentOf = (name: string): Document => ({
  id: name,
  file_name: name,
  kind: 'txt',
  size: 3,
  sha256: name,
  state: 'stored',
  problem: null,
  title: null,
  parts: null,
  uploaded_by: { id: 'me', display_name: 'Me', email_verified: true },
  created_at: '2026-01-01T00:00:00.000Z',
})

/** A connection on which nothing happens until the test says so. */
const slowLine = () => {
  const sent: string[] = []
  const added: string[] = []
  const ends = new Map<string, { done: () => void; fail: (error: Error) => void; onSent: (share: number) => void }>()
  const uploads = createUploads({
    send: (given, onSent, signal) =>
      new Promise((resolve, reject) => {
        sent.push(given.name)
        ends.set(given.name, { done: () => resolve(documentOf(given.name)), fail: reject, onSent })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    known: () => new Set(['known']),
    onAdded: async ({ file_name }) => added.push(file_name),
    explain: (error) => ({ why: String(error), canPass: String(error).includes('network') }),
  })
  const stands = () => uploads.list.get().map(({ name, stand }: Upload) => `${name} ${stand.is}`)
  return { uploads, sent, added, stands, at: (name: string) => ends.get(name) }
}

it('uploads one file at a time and removes finished ones from the list', async () => {
  const { uploads, sent, added, stands, at } = slowLine()
  uploads.add([file('a'), file('b')])
  expect([sent, stands()]).toEqual([['a'], ['a sending', 'b waiting']])
  at('a')?.onSent(0.5)
  expect(uploads.list.get()[0]?.stand).toEqual({ is: 'sending', share: 0.5 })
  at('a')?.done()
  await vi.waitFor(() => expect(stands()).toEqual(['b sending']))
  at('b')?.done()
  await vi.waitFor(() => expect(stands()).toEqual([]))
  expect(added).toEqual(['a', 'b'])
})

it('keeps a rejected file with its reason and continues with the next', async () => {
  const { uploads, stands, at } = slowLine()
  uploads.add([file('a'), file('b')])
  at('a')?.fail(new Error('It has a password'))
  await vi.waitFor(() => expect(stands()).toEqual(['a refused', 'b sending']))
  uploads.drop(1)
  expect(stands()).toEqual(['b sending'])
})

it('retries a file whose transfer failed', async () => {
  const { uploads, sent, stands, at } = slowLine()
  uploads.add([file('a')])
  at('a')?.fail(new Error('network'))
  await vi.waitFor(() => expect(stands()).toEqual(['a failed']))
  uploads.again(1)
  expect([sent, stands()]).toEqual([['a', 'a'], ['a sending']])
})

it('aborts a file that is removed while uploading, and continues with the next', async () => {
  const { uploads, added, stands } = slowLine()
  uploads.add([file('a'), file('b'), file('c')])
  uploads.drop(2)
  uploads.drop(1)
  await vi.waitFor(() => expect(stands()).toEqual(['c sending']))
  expect(added).toEqual([])
})

it('rejects a file that is too large without sending it', () => {
  const { uploads, sent, stands } = slowLine()
  uploads.add([file('huge', maxDocumentBytes + 1), file('b', maxDocumentBytes)])
  expect([sent, stands()]).toEqual([['b'], ['huge refused', 'b sending']])
})

it('reports that a file was already stored', async () => {
  const { uploads, added, stands, at } = slowLine()
  uploads.add([file('known')])
  at('known')?.done()
  await vi.waitFor(() => expect(stands()).toEqual(['known known']))
  expect(added).toEqual([])
})
