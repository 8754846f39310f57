import { expect, it } from 'vitest'
import { piecesOf } from './pieces-of.ts'

it('splits the text of a section into words, numbers and blocks', () => {
  const block = '```dc-block\n{"block":"kpis","metrics":["noi"]}\n```\n'
  expect(piecesOf(`An IRR of [[levered_irr_pct]].\n${block}End [[dscr]]`)).toEqual([
    { kind: 'text', text: 'An IRR of ' },
    { kind: 'number', metricKey: 'levered_irr_pct' },
    { kind: 'text', text: '.\n' },
    { kind: 'block', block: { block: 'kpis', metrics: ['noi'] } },
    { kind: 'text', text: 'End ' },
    { kind: 'number', metricKey: 'dscr' },
  ])
})

it('names a block that cannot be read as one, and leaves other fences and brackets as text', () => {
  expect(piecesOf('```dc-block\n{"block":"virus"}\n```')).toEqual([{ kind: 'block', block: undefined }])
  expect(piecesOf('```js\n[[No Key]]\n```')).toEqual([{ kind: 'text', text: '```js\n[[No Key]]\n```' }])
  expect(piecesOf('')).toEqual([])
})
