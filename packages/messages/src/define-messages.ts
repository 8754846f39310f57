import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { english, type Locale, type Source } from './locale.ts'

export type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

export interface Message<Text extends string> {
  (...values: keyof Values<Text> extends never ? [] : [Values<Text>]): string
  /**
   * The message in parts, for values that are not text, such as page elements: `<b>…</b>` in the text becomes the
   * result of the function `b` on its content.
   */
  parts<Part>(
    values: Record<string, Part | string | number | ((content: (string | Part)[]) => Part)>,
  ): (string | Part)[]
}

export type Messages<Texts extends Record<string, string>> = { readonly [Key in keyof Texts]: Message<Texts[Key]> }

/** A text without placeholders or apostrophes (which quote what follows) needs no parsing. */
const needsFormat = /[{<']/

const createMessage = (source: Source, tag: string): Message<string> => {
  let format: IntlMessageFormat | undefined
  const formatOf = (): IntlMessageFormat => {
    format ??= new IntlMessageFormat(typeof source === 'string' ? source : [...source], tag)
    return format
  }
  const plain = typeof source === 'string' && !needsFormat.test(source) ? source : undefined
  const toText = (values?: Record<string, string | number | Date>): string => plain ?? String(formatOf().format(values))
  const parts = <Part>(
    values: Record<string, Part | string | number | ((content: (string | Part)[]) => Part)>,
  ): (string | Part)[] => {
    const made = plain ?? formatOf().format<Part>(values)
    return Array.isArray(made) ? made : [made]
  }
  return Object.assign(toText, { parts }) as Message<string>
}

/**
 * The texts of one area in ICU syntax. Each becomes a function that requires exactly the values its text names:
 * `messages.count({ count: 3 })`.
 */
export const defineMessages = <const Texts extends Record<string, string>>(
  area: string,
  texts: Texts,
  locale: Locale = english,
): Messages<Texts> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, createMessage(locale.translate(area, key, text), locale.tag)]),
  ) as unknown as Messages<Texts>
