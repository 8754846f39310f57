import { describe, expect, it } from 'vitest'
import { createNamedSchemas } from './named-schemas.ts'
import { described, model, nullable, text } from './schema.ts'

const Person = model({ name: text() }, { title: 'Person' })
const ref = { $ref: '#/components/schemas/Person' }

describe('named schemas', () => {
  it('replaces a titled schema by a reference and keeps the description of each use next to it', () => {
    const named = createNamedSchemas()
    expect(named.refer(model({ a: described(Person, 'The author.'), b: nullable(Person) }))).toMatchObject({
      properties: { a: { ...ref, description: 'The author.' }, b: { oneOf: [ref, { type: 'null' }] } },
    })
    expect(named.all()).toEqual({
      Person: { type: 'object', title: 'Person', required: ['name'], properties: { name: { type: 'string' } } },
    })
  })

  it('rejects two different schemas with the same title', () => {
    const named = createNamedSchemas()
    named.refer(Person)
    expect(() => named.refer(model({ age: text() }, { title: 'Person' }))).toThrow('the title Person')
  })
})
