import { describe, expect, it } from 'vitest'
import { objectionToJsonLd } from './json-ld.ts'
import { createRegistry } from './registry.ts'
import { assertTexts } from './text-rules.ts'

const registry = createRegistry(new URL('https://deals.example.com'))
const pages = [...registry.values()]

describe('page registry', () => {
  it('registers the pages of the public site, each at its own path', () => {
    expect(pages.map(({ id, path }) => [id, path])).toEqual([
      ['landing', '/'],
      ['pricing', '/pricing'],
      ['about', '/about'],
      ['security', '/security'],
      ['contact', '/contact'],
      ['login', '/login'],
    ])
  })

  it.each(pages.map((page) => [page.id, page] as const))('has defaults for %s that follow its own rules', (_, page) => {
    const defaults = new Map([...page.texts].map(([key, { defaultValue }]) => [key, defaultValue]))
    expect(() => assertTexts(page, defaults)).not.toThrow()
    for (const [key, { defaultValue, advisedLength = 20_000 }] of page.texts) {
      expect(key).toMatch(/^[a-z][a-z0-9_]*$/)
      expect([key, defaultValue.length <= advisedLength]).toEqual([key, true])
      expect([key, defaultValue === defaultValue.trim()]).toEqual([key, true])
      expect([key, /!|\boops\b|\bplease\b|lorem|\{\{/i.test(defaultValue)]).toEqual([key, false])
    }
  })

  it('gives every page a title, a description, structured data and a heading', () => {
    for (const { id, texts } of pages) {
      expect([...texts.keys()].slice(0, 3)).toEqual(['meta_title', 'meta_description', 'schema_markup'])
      for (const key of ['meta_title', 'meta_description', id === 'login' ? 'title' : 'hero_title']) {
        expect([id, key, texts.get(key)?.defaultValue]).toEqual([id, key, expect.stringMatching(/\S/)])
      }
    }
    expect(new Set(pages.map(({ texts }) => texts.get('meta_title')?.defaultValue)).size).toBe(pages.length)
  })

  it('describes every page but sign-in with JSON-LD that contains the address of the site', () => {
    for (const { id, path, texts } of pages) {
      const { defaultValue = '' } = texts.get('schema_markup') ?? {}
      expect(objectionToJsonLd(defaultValue)).toBeUndefined()
      if (id === 'login') expect(defaultValue).toBe('')
      else
        expect(JSON.parse(defaultValue)['@graph'].map(({ url }: { url?: string }) => url)).toContain(
          `https://deals.example.com${path}`,
        )
    }
  })

  it('refers in its JSON-LD only to existing nodes', () => {
    const nodes = pages.flatMap(
      ({ texts }) => JSON.parse(texts.get('schema_markup')?.defaultValue || '{"@graph":[]}')['@graph'],
    )
    const ids = new Set<string>(nodes.map((node: { '@id': string }) => node['@id']))
    const references = [...JSON.stringify(nodes).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id ?? '')
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((id) => !ids.has(id))).toEqual([])
  })

  it('finds no page or text under a property name of Object.prototype', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      expect(registry.get(name)).toBeUndefined()
      expect(pages.some(({ texts }) => texts.has(name))).toBe(false)
    }
  })
})
