import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { locale } from './locale.ts'

type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

type Tag = (content: ReactNode) => ReactNode

export interface Message<Text extends string> {
  (...values: keyof Values<Text> extends never ? [] : [Values<Text>]): string
  /** With elements: `<b>…</b>` in the text is rendered by the function `b`, and a value may be an element. */
  rich(values: Partial<Record<keyof Values<Text>, ReactNode>> & Record<string, ReactNode | Tag>): ReactNode
}

type Messages<Texts extends Record<string, string>> = { readonly [Key in keyof Texts]: Message<Texts[Key]> }

/** Without anything to fill in, or an apostrophe, which quotes what follows it, a text stands for itself. */
const needsFormat = /[{<']/

const createMessage = (area: string, key: string, english: string): Message<string> => {
  const text = locale.translate(area, key, english)
  let format: IntlMessageFormat | undefined
  const formatOf = (): IntlMessageFormat => {
    format ??= new IntlMessageFormat(text, locale.tag)
    return format
  }
  const toText = (values?: Record<string, string | number | Date>): string =>
    needsFormat.test(text) ? String(formatOf().format(values)) : text
  const rich = (values: Record<string, ReactNode | Tag>): ReactNode => {
    const tags = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(createElement(Fragment, null, ...parts)) : value,
    ])
    const parts = formatOf().format<ReactNode>(Object.fromEntries(tags))
    return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
  }
  return Object.assign(toText, { rich }) as Message<string>
}

/**
 * The texts of one area in ICU syntax. Each becomes a function that asks for exactly the values its text names:
 * `messages.count({ count: 3 })`.
 */
export const defineMessages = <const Texts extends Record<string, string>>(
  area: string,
  texts: Texts,
): Messages<Texts> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, createMessage(area, key, text)]),
  ) as unknown as Messages<Texts>
