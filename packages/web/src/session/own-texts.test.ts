import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepOnlyTextsOf } from './own-texts.ts'

const browser: Record<string, unknown> = {
  getItem: (name: string) => browser[name] ?? null,
  setItem: (name: string, value: string) => Object.assign(browser, { [name]: value }),
  removeItem: (name: string) => Reflect.deleteProperty(browser, name),
}
const typed = {
  'deal-canvas.draft.d1.comment': 'I would not buy this',
  'deal-canvas.section-draft.u1.d1.thesis': '{}',
  'deal-canvas.decision.d1': '{"rationale":"no"}',
}
const ofTheBrowser = { 'deal-canvas.theme': 'dark', 'deal-canvas.org': 'o1', 'of.another.page': 'kept' }

beforeEach(() => {
  vi.stubGlobal('localStorage', Object.assign(browser, typed, ofTheBrowser))
  keepOnlyTextsOf('u1')
})
afterEach(() => {
  for (const name of Object.keys(browser)) if (typeof browser[name] === 'string') delete browser[name]
  vi.unstubAllGlobals()
})

test('what somebody typed is there when they come back', () => {
  keepOnlyTextsOf('u1')
  expect(browser).toMatchObject(typed)
})

test('what somebody typed is gone when somebody else comes in, and what is about the browser stays', () => {
  keepOnlyTextsOf('u2')
  for (const name of Object.keys(typed)) expect(browser).not.toHaveProperty([name])
  expect(browser).toMatchObject(ofTheBrowser)
})

test('the next person after that has texts of their own', () => {
  keepOnlyTextsOf('u2')
  Object.assign(browser, typed)
  keepOnlyTextsOf('u2')
  expect(browser).toMatchObject(typed)
})

test('a storage that is closed to us breaks nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => keepOnlyTextsOf('u2')).not.toThrow()
})
