import { strFromU8, unzipSync } from 'fflate'
import { vi } from 'vitest'
import type { Person, TestService } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an export is what it then asserts
type Exported = any

/** Asks for an export, and waits until it has ended. */
export const exportDeal = async (person: Person, dealId: string, body: object): Promise<Exported> => {
  const asked = await person.send('POST', `/api/canvas/${dealId}/exports`, body)
  if (asked.status !== 202) throw new Error(`${asked.status} ${JSON.stringify(asked.body)}`)
  return endOf(person, dealId, asked.body.id)
}

export const endOf = async (person: Person, dealId: string, id: string): Promise<Exported> => {
  const at = `/api/canvas/${dealId}/exports/${id}`
  const hasEnded = async () => ['ready', 'failed'].includes((await person.get(at)).body.status)
  await vi.waitUntil(hasEnded, { timeout: 60_000, interval: 50 })
  return (await person.get(at)).body
}

/** The file of an export, byte by byte. */
export const fileOf = async (
  { service }: Pick<TestService, 'service'>,
  { token }: Pick<Person, 'token'>,
  dealId: string,
  id: string,
) => {
  const url = `/api/canvas/${dealId}/exports/${id}/content`
  const reply = await service.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return { status: reply.statusCode, headers: reply.headers, bytes: new Uint8Array(reply.rawPayload) }
}

/** The parts of a package as texts, by name. */
export const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]))
