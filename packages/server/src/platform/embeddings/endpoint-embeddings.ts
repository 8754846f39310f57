import { readBoundedBody } from '../bounded-body.ts'
import { readBoundedJson } from '../bounded-json.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { type Embeddings, unit } from './embeddings.ts'
import { embeddingsStore, TextsRefused } from './embeddings-outage.ts'

interface Endpoint {
  url: string
  model: string
  key: string | undefined
}

const deadlineMs = 20_000
/** Bad request, too large, unprocessable: errors caused by the texts themselves. */
const refusals: ReadonlySet<number> = new Set([400, 413, 422])
const maxResponseBytes = 64 * 1024 * 1024

const jsonOf = (text: string): unknown => {
  const read = readBoundedJson(text, { maxBytes: maxResponseBytes, maxDepth: 16 })
  if (!read.ok) throw new Error(`The JSON of the embeddings endpoint is ${read.problem.replace('_', ' ')}`)
  return read.value
}

const isVector = (value: unknown): value is number[] => Array.isArray(value) && value.length > 0

/** Returns the vectors in the order of the texts; the endpoint can list them in any order. */
const vectorsIn = (answer: unknown, count: number): Float32Array[] => {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('The embeddings endpoint gave another number of vectors')
  const vectors: Float32Array[] = []
  data.forEach((item: { index?: unknown; embedding?: unknown }, place) => {
    if (!isVector(item.embedding)) throw new Error('The embeddings endpoint gave no vector')
    const at = typeof item.index === 'number' ? item.index : place
    if (!Number.isInteger(at) || at < 0 || at >= count)
      throw new Error('The embeddings endpoint gave a vector of no text')
    vectors[at] = unit(Float32Array.from(item.embedding))
  })
  if (vectors.filter(() => true).length !== count) throw new Error('The embeddings endpoint left a text out')
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw new Error('The vectors differ in length')
  return vectors
}

/** An endpoint with an OpenAI-compatible API. */
export const createEndpointEmbeddings = ({ url, model, key }: Endpoint): Embeddings => ({
  model,
  isPerSentence: false,
  embed: async (texts, signal) => {
    const until = AbortSignal.timeout(deadlineMs)
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/embeddings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        signal: signal === undefined ? until : AbortSignal.any([signal, until]),
        redirect: 'error',
      })
      if (refusals.has(answer.status)) throw new TextsRefused(answer.status)
      if (!answer.ok) throw new Error(`The embeddings endpoint answered ${answer.status}`)
      return vectorsIn(jsonOf(await readBoundedBody(answer, maxResponseBytes)), texts.length)
    } catch (error) {
      if (signal?.aborted === true || error instanceof TextsRefused) throw error
      throw new StoreUnavailable(embeddingsStore, error)
    }
  },
})
