import { beforeEach, expect, it } from 'vitest'
import { expectFailedRule } from '../../../testing/commenting.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { onEachService } from '../../../testing/service.ts'

const kpis = { block: 'kpis', metrics: ['levered_irr_pct', 'dscr'] }
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const text = (words: string) => ({ type: 'text', text: words })
const doc = (...content: object[]) => ({ type: 'doc', content })

onEachService('sections as documents', (app) => {
  const people = signInAll(app, 'owner')
  let at: string
  beforeEach(async () => {
    await forgetLimits(app)
    const deal = await plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
    at = `/api/canvas/${deal}/sections/returns`
  })
  const put = (body: unknown) => people().owner.send('PUT', at, body)
  const shown = async () => (await people().owner.get(`${at}?document=true`)).body

  it('returns a document as it was written, and as Markdown [MEMO-1]', async () => {
    const document = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Returns')] },
      paragraph(text('An IRR of '), { type: 'metric', attrs: { key: 'levered_irr_pct' } }, text(', not [[typed]].')),
      { type: 'memo_block', attrs: { block: kpis } },
    )
    expect((await put({ document })).status).toBe(200)
    const section = await shown()
    expect(section.document).toEqual(document)
    expect(section.content).toBe(
      `## Returns\n\nAn IRR of [[levered_irr_pct]], not \\[\\[typed]].\n\n\`\`\`dc-block\n${JSON.stringify(kpis)}\n\`\`\`\n`,
    )
    expect((await app.sql('SELECT cited FROM sections WHERE section_key = $1', ['returns']))[0]).toEqual({
      cited: ['levered_irr_pct', 'dscr'],
    })
  })

  it('returns Markdown exactly as it was written, with its document only if asked [MEMO-1]', async () => {
    const content = '**NOI**   of [[noi]]\n\n* one\n* two\n'
    await put({ content })
    expect((await shown()).content).toBe(content)
    expect((await shown()).document.content[1]).toMatchObject({ type: 'bullet_list' })
    expect((await people().owner.get(at)).body).not.toHaveProperty('document')
  })

  it('rejects both content and document, and neither, and changes nothing', async () => {
    await put({ content: 'before' })
    expectFailedRule(await put({ content: 'a', document: doc(paragraph(text('b'))) }), ['body', 'document'], null)
    expect((await put({})).body.detail).toEqual([
      expect.objectContaining({ type: 'missing', loc: ['body', 'content'], msg: 'Field required' }),
    ])
    expect((await shown()).content).toBe('before')
  })

  it.each([
    ['an unknown node', doc({ type: 'script', content: [] })],
    ['an unknown block', doc({ type: 'memo_block', attrs: { block: { block: 'virus' } } })],
    ['text in a place for blocks', doc(text('loose'))],
    ['the key of a metric with a space', doc(paragraph({ type: 'metric', attrs: { key: 'n oi' } }))],
    ['no document at all', 'text'],
    ['a list without items', doc({ type: 'bullet_list', content: [] })],
  ])('rejects a document with %s and says what is wrong', async (_, document) => {
    const { status, body } = await put({ document })
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'document']])
    expect(body.detail[0].msg).toContain('The document is not valid')
  })

  it('rejects a document that is too long as Markdown', async () => {
    const { status, body } = await put({ document: doc(paragraph(text('*'.repeat(60_000)))) })
    expect([status, body.detail?.[0]?.msg]).toEqual([422, expect.stringContaining('100,000 characters')])
  })
})
