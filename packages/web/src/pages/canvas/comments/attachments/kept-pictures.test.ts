import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPictures, keptPictures } from './kept-pictures.ts'

let storage: Map<string, string>
beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('restores the pictures of a draft only for its deal, and without their bytes', () => {
  keepPictures('d1', [Object.assign({ id: 'p1', name: 'roof.png' }, { file: 'the bytes' })])
  expect(keptPictures('d1')).toEqual([{ id: 'p1', name: 'roof.png' }])
  expect(keptPictures('d2')).toEqual([])
  keepPictures('d1', [])
  expect(storage.size).toBe(0)
})

it('ignores stored pictures in an unknown format', () => {
  keepPictures('d1', [{ id: 'p1', name: 'roof.png' }])
  const [name = ''] = storage.keys()
  for (const text of ['{', '[]', '{"pictures":7}', '{"pictures":[null,{"id":1,"name":"x"},{"id":"x"}]}']) {
    storage.set(name, text)
    expect(keptPictures('d1')).toEqual([])
  }
})
