import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What a provider was asked: the question or task, and the sources that it got as data. */
export interface Asked {
  body: { model: string; messages: { role: string; content: string }[] }
  question: string
  /** Of a draft: which agent it is asked as, and the sentences that it gets. */
  task: { agent?: string; section?: string; claims?: { text: string; sources: string[] }[]; doubted?: number[] }
  sources: { id: string; text?: string; chip?: string; label?: string; value?: string }[]
}

type Reply = (asked: Asked, response: ServerResponse) => void | Promise<void>

/** A real HTTP server that speaks the protocol of a model provider, and answers as the test says. */
export const startModelProvider = async () => {
  const asked: Asked[] = []
  let reply: Reply = (_, response) => void response.writeHead(500).end()
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const body = (await json(incoming)) as Asked['body']
    const user = body.messages[1]?.content ?? ''
    const found = /^(Question|Task): (.*)\n<<<sources (\w+)\n(.*)\nsources \3>>>\n/.exec(user)
    const asks = JSON.parse(found?.[2] ?? '""')
    const call = {
      body,
      question: found?.[1] === 'Question' ? asks : '',
      task: found?.[1] === 'Task' ? asks : {},
      sources: JSON.parse(found?.[4] ?? '[]'),
    }
    asked.push(call)
    await reply(call, response)
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    reply: (how: Reply): void => {
      reply = how
    },
    /** Keeps calls waiting until the returned function is called. */
    hold: (isHeld: (call: Asked) => boolean = () => true): (() => void) => {
      const then = reply
      const gate = new AbortController()
      reply = async (call, response) => {
        if (isHeld(call) && !gate.signal.aborted) await once(gate.signal, 'abort')
        await then(call, response)
      }
      return () => gate.abort()
    },
    /** Answers with a text, as a model writes it. */
    say: (write: (call: Asked) => string): void => {
      reply = (call, response) =>
        void response.end(
          JSON.stringify({
            choices: [{ message: { role: 'assistant', content: write(call) } }],
            usage: { prompt_tokens: 700, completion_tokens: 40 },
          }),
        )
    },
  }
}

/** The id of the source that has some words. */
export const sourceWith = ({ sources }: Asked, words: string): string =>
  sources.find(({ text = '' }) => text.includes(words))?.id ?? 'none'
