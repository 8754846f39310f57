import { vi } from 'vitest'
import { exportDeal, fileOf } from './exporting.ts'
import type { Answer, Person, TestService } from './service.ts'
import { upload } from './uploading.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an import is what it then asserts
type Imported = any

/** Exports a whole deal; returns the bytes of the bundle. */
export const bundleOf = async (app: TestService, owner: Person, dealId: string): Promise<Uint8Array> => {
  const ready = await exportDeal(owner, dealId, { format: 'bundle' })
  if (ready.status !== 'ready') throw new Error(`The bundle was not made: ${ready.problem}`)
  return (await fileOf(app, owner, dealId, ready.id)).bytes
}

export const sendBundle = (
  app: TestService,
  person: Person,
  bundle: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Answer> =>
  upload(app, person, '/api/deals/import', [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', fileName: 'deal.zip', content: bundle },
  ])

/** Sends a bundle, and waits until its import has ended. */
export const importBundle = async (
  app: TestService,
  person: Person,
  bundle: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Imported> => {
  const sent = await sendBundle(app, person, bundle, fields)
  if (sent.status !== 202) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`)
  return endOfImport(person, sent.body.id)
}

export const endOfImport = async (person: Person, id: string): Promise<Imported> => {
  const at = `/api/deals/imports/${id}`
  const hasEnded = async () => ['ready', 'failed'].includes((await person.get(at)).body.status)
  await vi.waitUntil(hasEnded, { timeout: 60_000, interval: 50 })
  return (await person.get(at)).body
}
