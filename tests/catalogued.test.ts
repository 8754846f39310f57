import { describe, expect, it } from 'vitest'
import { uncatalogued } from '../scripts/catalogued.mjs'

const textsOf = (source: string): string[] => uncatalogued('page.tsx', source).map(({ text }) => text)

describe('check for uncatalogued text', () => {
  it('finds uncatalogued text between tags, in attributes read aloud, and in sentences in code', () => {
    expect(textsOf('const A = () => <p>Save changes</p>')).toEqual(['Save changes'])
    expect(textsOf('const A = () => <input placeholder="Email" aria-label={isNew ? "New" : "Old"} />')).toEqual([
      'Email',
      'New',
      'Old',
    ])
    expect(textsOf('const hint = `Removes $' + '{name} from the team.`')).toEqual(['Removes … from the team.'])
    expect(textsOf("const hint = isOpen ? 'This deal is open' : messages.closed()")).toEqual(['This deal is open'])
  })

  it('finds uncatalogued server text in errors, mails, responses and HTML templates', () => {
    expect(textsOf("refuse('quota_exceeded', { detail: `at most $" + '{limit} deals` })')).toEqual(['at most … deals'])
    expect(textsOf("const fail = { at, reason: isOpen ? 'too late' : 'too_early' }")).toEqual(['too late'])
    expect(textsOf("letter(to, 'Your new password', 'It was changed.')")).toEqual([
      'Your new password',
      'It was changed.',
    ])
    expect(textsOf("const objection = (name) => name === '' ? 'Name must not be blank' : undefined")).toEqual([
      'Name must not be blank',
    ])
    expect(textsOf('const page = html`<nav aria-label="Site"><a href="/">Deal Canvas</a><p>Hi</p></nav>`')).toEqual([
      'Site',
      'Hi',
    ])
  })

  it('ignores server text meant for the database, the log and developers', () => {
    expect(
      textsOf(`
        const rows = query({ text: 'SELECT id FROM users' })
        const lock = withAdvisoryLock('The first superadmin')
        log.error(error, 'A request failed')
        class Lost extends Error { constructor() { super('The connection was lost') } }
        const failure = { msg: 'Field required', reason: 'not_affected' }
        const mark = html\` aria-current="page"\`
      `),
    ).toEqual([])
  })

  it('ignores text that users never see: class names, keys, imports, comparisons and developer errors', () => {
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
