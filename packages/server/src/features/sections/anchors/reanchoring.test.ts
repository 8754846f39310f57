import { describe, expect, it } from 'vitest'
import { contextOf } from './context.ts'
import { placeAnchor, planReanchoring, type StoredAnchor } from './reanchoring.ts'

const text = 'Rents rise by 3.5 % in year 1. Costs rise by 2 % in year 1. The exit cap rate is 5.25 % in the base case.'

const stored = (id: string, quote: string, more: Partial<StoredAnchor> = {}): StoredAnchor => {
  const position = text.indexOf(quote)
  return { id, quote, position, status: 'anchored', ...contextOf(text, position, position + quote.length), ...more }
}

describe('placing a comment', () => {
  it('takes the surroundings from the text', () => {
    expect(placeAnchor(text, { anchorText: 'Costs rise' })).toEqual({
      status: 'anchored',
      position: 31,
      prefix: 'Rents rise by 3.5 % in year 1. ',
      suffix: ' by 2 % in year 1. The exit cap rate is 5.25 % in the base case.',
    })
    const long = `${'x '.repeat(100)}here${' y'.repeat(100)}`
    const { prefix, suffix } = placeAnchor(long, { anchorText: 'here' })
    expect([prefix?.length, suffix?.length]).toEqual([64, 64])
  })

  it('takes the first of several, or the one whose surroundings are given', () => {
    const second = text.lastIndexOf('in year 1')
    expect(placeAnchor(text, { anchorText: 'in year 1' }).position).toBe(text.indexOf('in year 1'))
    expect(placeAnchor(text, { anchorText: 'in year 1', prefix: 'rise by 2 % ' }).position).toBe(second)
    expect(placeAnchor(text, { anchorText: 'in year 1', suffix: '. The exit cap rate' }).position).toBe(second)
    expect(placeAnchor(text, { anchorText: 'in year 1', prefix: null, suffix: null }).status).toBe('anchored')
  })

  it('accepts what is not there, as orphaned, with what was said about it', () => {
    expect(placeAnchor(text, { anchorText: 'Nothing of the kind', prefix: 'before ' })).toEqual({
      status: 'orphaned',
      position: null,
      prefix: 'before ',
      suffix: null,
    })
    expect(placeAnchor('', { anchorText: 'x' }).status).toBe('orphaned')
    expect(placeAnchor(text, { anchorText: '' }).status).toBe('orphaned')
  })

  it('finds what was copied without its marks, as moved', () => {
    const marked = text.replace('Costs rise by 2 %', '**Costs** rise by *2 %*')
    const placed = placeAnchor(marked, {
      anchorText: 'Costs rise by 2 % in year 1',
      prefix: '3.5 % in year 1. ',
      suffix: ' The exit cap',
    })
    expect([placed.status, placed.position]).toEqual(['moved', marked.indexOf('Costs')])
  })
})

describe('a plan', () => {
  it('has only what changes', () => {
    const anchors = [stored('a', '3.5 %'), stored('b', '2 %'), stored('c', 'exit cap rate')]
    expect(planReanchoring(anchors, text, text)).toEqual([])
    const longer = `${text} And a long further sentence that is about something else.`
    expect(planReanchoring(anchors.slice(0, 1), longer, text)).toEqual([])
    const plan = planReanchoring(anchors, text.replace('Costs rise by 2 % in year 1. ', ''), text)
    expect(plan.map(({ id, status, position }) => [id, status, position])).toEqual([
      ['a', 'anchored', 14],
      ['b', 'orphaned', 45],
      ['c', 'anchored', 35],
    ])
    expect(plan[0]?.suffix).toBe(' in year 1. The exit cap rate is 5.25 % in the base case.')
  })

  it('leaves what is known of a passage that is gone, so that it can come back', () => {
    const without = text.replace('Costs rise by 2 % in year 1. ', '')
    const [gone] = planReanchoring([stored('b', 'rise by 2 %')], without, text)
    expect(gone).toMatchObject({ status: 'orphaned', position: 37, ...contextOf(text, 37, 48) })
    const orphan = stored('b', 'rise by 2 %', { status: 'orphaned' })
    expect(planReanchoring([orphan], `${without} More.`, without)).toEqual([])
    expect(planReanchoring([orphan], text, without)).toMatchObject([{ id: 'b', status: 'anchored', position: 37 }])
  })
})
