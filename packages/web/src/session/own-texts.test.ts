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

test('keeps typed texts for the same user', () => {
  keepOnlyTextsOf('u1')
  expect(browser).toMatchObject(typed)
})

test('deletes typed texts when another user signs in, and keeps settings of the browser', () => {
  keepOnlyTextsOf('u2')
  for (const name of Object.keys(typed)) expect(browser).not.toHaveProperty([name])
  expect(browser).toMatchObject(ofTheBrowser)
})

test('keeps the texts typed by the next user', () => {
  keepOnlyTextsOf('u2')
  Object.assign(browser, typed)
  keepOnlyTextsOf('u2')
  expect(browser).toMatchObject(typed)
})

test('does not throw when storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => keepOnlyTextsOf('u2')).not.toThrow()
})
