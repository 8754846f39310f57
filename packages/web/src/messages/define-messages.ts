import { defineMessages as definePlainMessages, type Message as PlainMessage, type Values } from '@deal-canvas/messages'
import { createElement, Fragment, type ReactNode } from 'react'
import { locale } from './locale.ts'

type Tag = (content: ReactNode) => ReactNode

export interface Message<Text extends string> extends PlainMessage<Text> {
  /** Renders with elements: the function `b` renders `<b>…</b>` in the text, and a value can be an element. */
  rich(values: Partial<Record<keyof Values<Text>, ReactNode>> & Record<string, ReactNode | Tag>): ReactNode
}

type Messages<Texts extends Record<string, string>> = { readonly [Key in keyof Texts]: Message<Texts[Key]> }

const withElements = (message: PlainMessage<string>): Message<string> => {
  const rich = (values: Record<string, ReactNode | Tag>): ReactNode => {
    const tags = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(createElement(Fragment, null, ...parts)) : value,
    ])
    return createElement(Fragment, null, ...message.parts<ReactNode>(Object.fromEntries(tags)))
  }
  return Object.assign(message, { rich })
}

/** The messages of one area of the page in the browser's language; they can also be rendered with elements. */
export const defineMessages = <const Texts extends Record<string, string>>(
  area: string,
  texts: Texts,
): Messages<Texts> =>
  Object.fromEntries(
    Object.entries(definePlainMessages(area, texts, locale)).map(([key, message]) => [key, withElements(message)]),
  ) as unknown as Messages<Texts>
