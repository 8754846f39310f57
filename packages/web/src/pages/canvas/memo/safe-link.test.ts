import { describe, expect, it } from 'vitest'
import { safeLink } from './safe-link.ts'

describe('links in the memo', () => {
  it.each(['https://a.example/x', 'http://a.example', 'mailto:a@b.example'])('keeps the link %s', (url) => {
    expect(safeLink(url)).toBe(url)
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '/app/account',
    '',
  ])('shows the link %j as text', (url) => {
    expect(safeLink(url)).toBeUndefined()
  })
})
