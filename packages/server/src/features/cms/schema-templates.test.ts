import { describe, expect, it } from 'vitest'
import { structuredDataSearch, structuredDataUses } from '../../messages/structured-data.ts'
import { objectionToJsonLd } from './json-ld.ts'
import { type Field, type JsonLdType, jsonLdTypes } from './json-ld-types.ts'
import { schemaTemplates } from './schema-templates.ts'

/** Every value at a path; `[]` is every item of a list. */
const valuesAt = (value: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (values, step) => {
      const key = step.replace('[]', '')
      const found = values.map((item) => (item as Record<string, unknown>)[key])
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

describe('schema templates', () => {
  it('offers at least ten schema templates with unique ids and names', () => {
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

  it.each(known)('offers one schema template of %s that is valid as it is', (name) => {
    const found = schemaTemplates.filter(({ template }) => template['@type'] === name)
    expect(found).toHaveLength(1)
    const [{ template } = { template: {} }] = found
    expect(template).toMatchObject({ '@context': 'https://schema.org', '@type': name })
    expect(objectionToJsonLd(JSON.stringify(template, null, 2))).toBeUndefined()
  })

  it.each(known)(
    'includes every required or recommended field in the schema template of %s',
    (name, { required, recommended }) => {
      const template = schemaTemplates.find((item) => item.template['@type'] === name)?.template
      expect([...required, ...recommended].filter((field) => !isThere(template, field))).toEqual([])
    },
  )

  it.each(known)(
    'leaves out fields that must not be invented from the schema template of %s',
    (name, { onlyIfTrue = [] }) => {
      const template = schemaTemplates.find((item) => item.template['@type'] === name)?.template
      expect(onlyIfTrue.filter((field) => isThere(template, field))).toEqual([])
      expect(JSON.stringify(template)).not.toMatch(/aggregateRating|ratingValue|"review"/)
    },
  )

  it('uses one placeholder format in all schema templates', () => {
    for (const { id, template } of schemaTemplates) {
      const texts = textsIn(template)
      const filled = texts.filter((text) => text.includes('{{'))
      expect([id, filled.length > 0]).toEqual([id, true])
      for (const text of filled) expect(text.replaceAll(/\{\{[A-Z0-9_]+\}\}/g, '')).not.toMatch(/[{}]/)
    }
  })

  it('describes when to use each schema template, what search engines show and what it needs', () => {
    for (const { type, required } of jsonLdTypes) {
      const description = schemaTemplates.find((template) => template.template['@type'] === type)?.description ?? ''
      expect(description).toContain(structuredDataUses[type]())
      expect(description).toContain(structuredDataSearch[type]())
      for (const field of required.flat()) expect(description).toContain(field)
    }
    const software = schemaTemplates.find(({ id }) => id === 'software-application')
    expect(software?.description).toContain('only from real ratings')
  })

  it('offers breadcrumbs with at least two steps', () => {
    const { template } = schemaTemplates.find(({ id }) => id === 'breadcrumb-list') ?? {}
    expect(valuesAt(template, 'itemListElement[].position')).toEqual([1, 2])
  })
})
