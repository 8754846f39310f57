import { boolean, integer, list, model, nullable, optional, type TSchema, text } from './schema.ts'

/** What every list of ours is asked with: how many, and where the page before it ended. */
export const pageQuery = {
  limit: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: optional(text({ max: 200, description: 'The `next_cursor` of the page before.' })),
}

/** One page of a list, under the name of what it holds. */
export const page = <Name extends string, Item extends TSchema>(name: Name, item: Item) =>
  model({
    ...({ [name]: list(item) } as Record<Name, ReturnType<typeof list<Item>>>),
    next_cursor: nullable(text()),
    has_more: boolean(),
  })
