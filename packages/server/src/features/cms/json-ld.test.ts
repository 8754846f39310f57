import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { objectionToJsonLd } from './json-ld.ts'

const judge = (value: unknown) => objectionToJsonLd(JSON.stringify(value))
const context = 'https://schema.org'
const thing = { '@context': context, '@type': 'Thing' }

describe('valid structured data', () => {
  it.each<[string, unknown]>([
    ['as an object with a type', thing],
    ['as a list of objects', [thing, { ...thing, name: 'Another' }]],
    [
      'with a graph',
      { '@context': context, '@graph': [{ '@type': 'Thing' }, { '@type': ['Person', 'Organization'] }] },
    ],
    ['with a type and a graph', { ...thing, '@graph': [{ '@type': 'Thing' }] }],
    ['with several types', { '@context': context, '@type': ['Product', 'SoftwareApplication'] }],
    ['with the http address of schema.org', { ...thing, '@context': 'http://schema.org/' }],
    ['with another vocabulary', { ...thing, '@context': 'https://example.com/words' }],
    ['with a custom context', { ...thing, '@context': { name: 'https://schema.org/name' } }],
    ['with several contexts', { ...thing, '@context': [context, { x: 'https://example.com/x' }] }],
    ['with an unknown type', { ...thing, '@type': 'Whatsit' }],
    ['with a type that search engines no longer support', { ...thing, '@type': 'SpecialAnnouncement' }],
    ['without any field of the type', { ...thing, '@type': 'JobPosting' }],
    ['with markup in a text, which the page escapes', { ...thing, name: '</script><script>alert(1)</script>' }],
  ])('accepts valid structured data: %s', (_, value) => {
    expect(judge(value)).toBeUndefined()
  })

  it('accepts empty structured data', () => {
    expect(objectionToJsonLd('')).toBeUndefined()
  })

  it('accepts structured data with any white space', () => {
    expect(objectionToJsonLd(`\n\t ${JSON.stringify(thing, null, 4)} \r\n`)).toBeUndefined()
  })

  it('accepts structured data with keys such as __proto__, and uses the last of a repeated key', () => {
    const more = '"__proto__": {"x": 1}, "constructor": 2, "toString": null'
    expect(objectionToJsonLd(`{"@context": "${context}", "@type": 7, "@type": "Thing", ${more}}`)).toBeUndefined()
    expect(objectionToJsonLd(`{"__proto__": {"@context": "${context}", "@type": "Thing"}}`)).toContain('@context')
  })
})

describe('invalid structured data', () => {
  it.each<[string, unknown, string]>([
    ['text', 'Thing', 'JSON-LD must be an object or a list of objects'],
    ['a number', 7, 'JSON-LD must be an object or a list of objects'],
    ['null', null, 'JSON-LD must be an object or a list of objects'],
    ['an empty object', {}, 'JSON-LD requires @context, such as "https://schema.org"'],
    ['no context', { '@type': 'Thing' }, 'JSON-LD requires @context, such as "https://schema.org"'],
    ['an empty context', { ...thing, '@context': ' ' }, '@context must be a URL or an object'],
    ['a null context', { ...thing, '@context': null }, '@context must be a URL or an object'],
    ['no context in the list of contexts', { ...thing, '@context': [] }, '@context must be a URL or an object'],
    ['a number among contexts', { ...thing, '@context': [context, 1] }, '@context must be a URL or an object'],
    ['neither type nor graph', { '@context': context, name: 'x' }, 'JSON-LD requires @type or @graph'],
    ['an empty type', { ...thing, '@type': '' }, '@type must be a name or a list of names'],
    ['no type in the list of types', { ...thing, '@type': [] }, '@type must be a name or a list of names'],
    ['an object as type', { ...thing, '@type': {} }, '@type must be a name or a list of names'],
    ['a graph that is not a list', { ...thing, '@graph': {} }, '@graph must be a list of at least one object'],
    ['an empty graph', { '@context': context, '@graph': [] }, '@graph must be a list of at least one object'],
    [
      'a node of the graph without a type',
      { '@context': context, '@graph': [{ '@type': 'Thing' }, { name: 'x' }] },
      'Every item of @graph must be an object with @type; item 2 is not',
    ],
    [
      'a node of the graph that is not an object',
      { '@context': context, '@graph': ['Thing'] },
      'Every item of @graph must be an object with @type; item 1 is not',
    ],
    ['an empty list', [], 'JSON-LD must contain at least one object'],
    ['a list with another list', [thing, [thing]], 'Item 2: JSON-LD must be an object or a list of objects'],
    [
      'an item without context',
      [thing, { '@type': 'x' }],
      'Item 2: JSON-LD requires @context, such as "https://schema.org"',
    ],
  ])('rejects invalid structured data with the reason: %s', (_, value, reason) => {
    expect(judge(value)).toBe(reason)
  })

  it.each([
    [' ', 'Expecting value (line 1, column 2)'],
    ['{"@type": {{TYPE}}}', 'Expecting property name enclosed in double quotes (line 1, column 12)'],
    [
      '{\n  "@context": "https://schema.org",\n  "@type": "Thing",\n}',
      'Expecting property name enclosed in double quotes (line 4, column 1)',
    ],
    ['{"😀": 1,\n"é" 2}', "Expecting ':' delimiter (line 2, column 5)"],
    ['<script>{}</script>', 'Expecting value (line 1, column 1)'],
  ])('rejects text that is not JSON and reports the position: %j', (text, reason) => {
    expect(objectionToJsonLd(text)).toBe(`This is not valid JSON: ${reason}`)
  })

  it.each(['NaN', '-Infinity', '1e999'])('rejects structured data with a number that is not finite: %s', (number) => {
    const text = `{"@context": "${context}", "@type": "Thing", "deep": [{"x": ${number}}]}`
    expect(objectionToJsonLd(text)).toBe('This is not valid JSON: it contains a number that is not finite')
  })

  it('rejects structured data nested deeper than 32 levels', () => {
    const nested = (depth: number) => `{"@context":"x","@type":"y","z":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(objectionToJsonLd(nested(31))).toBeUndefined()
    expect(objectionToJsonLd(nested(32))).toContain('Nesting deeper than 32 levels')
    expect(objectionToJsonLd('['.repeat(20_000))).toContain('Nesting deeper than 32 levels')
  })
})

describe('arbitrary structured data', () => {
  const jsonLike = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.anything().map((value) => JSON.stringify(value) ?? ''),
    fc
      .dictionary(fc.constantFrom('@context', '@type', '@graph', '__proto__', 'name'), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
    fc.tuple(fc.json(), fc.nat(), fc.string()).map(([json, at, noise]) => json.slice(0, at) + noise + json.slice(at)),
  )

  it('validates arbitrary text as structured data without crashing', () => {
    fc.assert(
      fc.property(jsonLike, (text) => {
        const reason = objectionToJsonLd(text)
        expect(reason === undefined || (reason.length > 0 && reason.length < 200)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('accepts only JSON with a context and a type or graph', () => {
    fc.assert(
      fc.property(jsonLike, (text) => {
        if (text === '' || objectionToJsonLd(text) !== undefined) return
        for (const node of [JSON.parse(text)].flat()) {
          expect(node['@context']).toBeTruthy()
          expect(node['@type'] ?? node['@graph']).toBeTruthy()
        }
      }),
      { numRuns: 1000 },
    )
  })
})
