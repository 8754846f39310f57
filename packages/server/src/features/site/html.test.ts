import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html, jsonInScript } from './html.ts'

describe('html template', () => {
  it('escapes every interpolated text and keeps nested html as it is', () => {
    const name = '<b>"Tom" & \'Ann\'</b>'
    expect(html`<p title="${name}">${name}</p>`.source).toBe(
      '<p title="&lt;b&gt;&quot;Tom&quot; &amp; &#39;Ann&#39;&lt;/b&gt;">&lt;b&gt;&quot;Tom&quot; &amp; &#39;Ann&#39;&lt;/b&gt;</p>',
    )
    expect(html`<ul>${['a<', 'b'].map((item) => html`<li>${item}</li>`)}${undefined}</ul>`.source).toBe(
      '<ul><li>a&lt;</li><li>b</li></ul>',
    )
  })

  it('never lets a text open a tag, an attribute or a character reference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { source } = html`${text}`
        return !/[<>"']/.test(source) && !/&(?!amp;|lt;|gt;|quot;|#39;)/.test(source)
      }),
    )
  })

  it('keeps structured data complete and inside its script element', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const { source } = jsonInScript(json)
        return !source.includes('<') && JSON.stringify(JSON.parse(source)) === JSON.stringify(JSON.parse(json))
      }),
    )
  })
})
