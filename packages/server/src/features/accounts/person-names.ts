import type { Objection } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { unfitInNames } from '../../unfit-in-names.ts'

/** Returns objections to names that are unfit to be shown in mails and lists to others. */
export const nameObjections = (names: Readonly<Record<string, string | null | undefined>>): Objection[] =>
  Object.entries(names).flatMap(([field, name]) =>
    name != null && unfitInNames.test(name.trim())
      ? [
          {
            at: ['body', field],
            reason: requestMessages.nameCharacters(),
            input: name,
          },
        ]
      : [],
  )
