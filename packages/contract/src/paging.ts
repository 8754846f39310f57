import { boolean, integer, list, model, nullable, optional, type TSchema, text } from './schema.ts'
import { defaultPageSize, maxCursorLength, maxPageSize } from './sizes.ts'

/** The query of every list: page size, and the cursor of the previous page. */
export const pageQuery = {
  limit: optional(
    integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize, description: 'How many to answer at most.' }),
  ),
  cursor: optional(text({ max: maxCursorLength, description: 'The `next_cursor` of the page before.' })),
}

/** One page of a list, under the name of its items. */
export const page = <Name extends string, Item extends TSchema & { title?: string }>(name: Name, item: Item) =>
  model(
    {
      ...({ [name]: list(item, { description: 'The items of this page.' }) } as Record<
        Name,
        ReturnType<typeof list<Item>>
      >),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: `${item.title}Page` },
  )
