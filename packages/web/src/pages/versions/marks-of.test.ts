import { expect, it } from 'vitest'
import { marksOf } from './marks-of.ts'

it('finds headings and bold words without their signs', () => {
  expect(marksOf('# Income\n\n- **Plan**: renovate.\n## Exit\n', true)).toEqual([
    { mark: 'heading', text: 'Income' },
    { mark: 'none', text: '\n\n- ' },
    { mark: 'strong', text: 'Plan' },
    { mark: 'none', text: ': renovate.\n' },
    { mark: 'heading', text: 'Exit' },
    { mark: 'none', text: '\n' },
  ])
})

it.each([
  ['half a mark', '**Plan', true],
  ['a mark over two lines', '**Plan\nB**', true],
  ['a heading whose end is not known', '# Inco', true],
  ['a number sign within a line', '# 3 of the list\n', false],
])('leaves %s as it is written', (_, text, startsLine) => {
  expect(marksOf(text, startsLine)).toEqual([{ mark: 'none', text }])
})
