import { describe, expect, it } from 'vitest'
import { uncatalogued } from '../scripts/catalogued.mjs'

const textsOf = (source: string): string[] => uncatalogued('page.tsx', source).map(({ text }) => text)

describe('the check for texts outside of catalogues', () => {
  it('finds text between tags, in attributes that are read aloud, and sentences in code', () => {
    expect(textsOf('const A = () => <p>Save changes</p>')).toEqual(['Save changes'])
    expect(textsOf('const A = () => <input placeholder="Email" aria-label={isNew ? "New" : "Old"} />')).toEqual([
      'Email',
      'New',
      'Old',
    ])
    expect(textsOf('const hint = `Removes $' + '{name} from the team.`')).toEqual(['Removes … from the team.'])
    expect(textsOf("const hint = isOpen ? 'This deal is open' : messages.closed()")).toEqual(['This deal is open'])
  })

  it('leaves alone what nobody reads: classes, keys, imports, comparisons and errors for developers', () => {
    expect(
      textsOf(`
        import { a } from './Some module.ts'
        const A = () => <p className="Two words" key="Two words">{messages.save()}</p>
        const isOwner = role === 'owner'
        const fail = () => { throw new Error('The list has no first row') }
      `),
    ).toEqual([])
  })
})
