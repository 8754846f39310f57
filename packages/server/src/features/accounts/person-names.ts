import type { Objection } from '../../invalid-input.ts'
import { unfitInNames } from '../../unfit-in-names.ts'

/** What is wrong with the names of a person; they stand in mails and lists that others read. */
export const nameObjections = (names: Readonly<Record<string, string | null | undefined>>): Objection[] =>
  Object.entries(names).flatMap(([field, name]) =>
    name != null && unfitInNames.test(name.trim())
      ? [
          {
            at: ['body', field],
            reason: 'The name must not contain control characters or angle brackets',
            input: name,
          },
        ]
      : [],
  )
