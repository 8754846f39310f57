import { describe, expect, it } from 'vitest'
import { objectionToJsonLd } from './json-ld.ts'
import { type Field, type JsonLdType, jsonLdTypes } from './json-ld-types.ts'
import { schemaTemplates } from './schema-templates.ts'

/** Every value at a path; `[]` is every item of a list. */
const valuesAt = (value: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (values, step) => {
      const key = step.replace('[]', '')
      const found = values.map((one) => (one as Record<string, unknown>)[key])
      return step.endsWith('[]') ? found.flat() : found
    },
    [value],
  )

const isThere = (template: unknown, field: Field): boolean =>
  (typeof field === 'string' ? [field] : field).some((path) => {
    const values = valuesAt(template, path)
    return values.length > 0 && values.every((value) => value !== undefined && value !== '')
  })

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const known: [string, JsonLdType][] = jsonLdTypes.map((type) => [type.type, type])

describe('the schema templates', () => {
  it('are at least ten, each under a name and an id of its own', () => {
    expect(schemaTemplates.length).toBeGreaterThanOrEqual(10)
    expect(schemaTemplates.map(({ id }) => id)).toEqual([
      'organization',
      'web-site',
      'software-application',
      'faq-page',
      'article',
      'breadcrumb-list',
      'video-object',
      'profile-page',
      'service',
      'how-to',
      'job-posting',
      'web-page',
    ])
    expect(new Set(schemaTemplates.map(({ name }) => name)).size).toBe(schemaTemplates.length)
  })

  it.each(known)('have one of %s that can stand on a page as it is', (name) => {
    const found = schemaTemplates.filter(({ template }) => template['@type'] === name)
    expect(found).toHaveLength(1)
    const [{ template } = { template: {} }] = found
    expect(template).toMatchObject({ '@context': 'https://schema.org', '@type': name })
    expect(objectionToJsonLd(JSON.stringify(template, null, 2))).toBeUndefined()
  })

  it.each(known)('of %s have every field that is required or recommended', (name, { required, recommended }) => {
    const template = schemaTemplates.find((one) => one.template['@type'] === name)?.template
    expect([...required, ...recommended].filter((field) => !isThere(template, field))).toEqual([])
  })

  it.each(known)('of %s leave out what must not be made up', (name, { onlyIfTrue = [] }) => {
    const template = schemaTemplates.find((one) => one.template['@type'] === name)?.template
    expect(onlyIfTrue.filter((field) => isThere(template, field))).toEqual([])
    expect(JSON.stringify(template)).not.toMatch(/aggregateRating|ratingValue|"review"/)
  })

  it('have placeholders to be filled in, all of one form', () => {
    for (const { id, template } of schemaTemplates) {
      const texts = textsIn(template)
      const filled = texts.filter((text) => text.includes('{{'))
      expect([id, filled.length > 0]).toEqual([id, true])
      for (const text of filled) expect(text.replaceAll(/\{\{[A-Z0-9_]+\}\}/g, '')).not.toMatch(/[{}]/)
    }
  })

  it('say when to use them, what becomes of them and what they need', () => {
    for (const [name, { search, required }] of known) {
      const description = schemaTemplates.find((one) => one.template['@type'] === name)?.description ?? ''
      expect(description).toContain(search)
      for (const field of required.flat()) expect(description).toContain(field)
    }
    const software = schemaTemplates.find(({ id }) => id === 'software-application')
    expect(software?.description).toContain('only from real ratings')
  })

  it('have breadcrumbs of at least two steps', () => {
    const { template } = schemaTemplates.find(({ id }) => id === 'breadcrumb-list') ?? {}
    expect(valuesAt(template, 'itemListElement[].position')).toEqual([1, 2])
  })
})
