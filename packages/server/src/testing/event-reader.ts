import type { FastifyInstance } from 'fastify'
import { portOf } from './listening.ts'

export interface Frame {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an event is what it then asserts
  data: any
  id?: string
}

/** Frames of a server-sent event stream; comment lines are left out. */
export const readFrames = (text: string): Frame[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(': ') + 2)]),
      )
      const id = fields.get('id')
      return {
        event: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? 'null'),
        ...(id === undefined ? {} : { id }),
      }
    })

/** Opens a stream of a listening service. */
export const openStream = async (
  app: FastifyInstance,
  path: string,
  token: string,
  headers: Record<string, string> = {},
) => {
  const leaving = new AbortController()
  const response = await fetch(`http://127.0.0.1:${await portOf(app)}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    heard += value ?? ''
    return !done
  }
  return {
    status: response.status,
    headers: response.headers,
    /** Waits until the given number of events have arrived. */
    first: async (count: number): Promise<Frame[]> => {
      while (readFrames(heard.slice(0, heard.lastIndexOf('\n\n') + 2)).length < count && (await hear()));
      return readFrames(heard)
    },
    /** Everything received until the service ends the stream. */
    text: async (): Promise<string> => {
      while (await hear());
      return heard
    },
    leave: () => leaving.abort(),
  }
}
