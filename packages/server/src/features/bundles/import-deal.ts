import { maxDisplayNameLength } from '@deal-canvas/contract'
import { compile, createReport } from '@deal-canvas/fastapi-validation'
import type { Actor } from '../../actor.ts'
import { auditTrailProblems } from '../../messages/audit-trail.ts'
import { bundleMessages as messages } from '../../messages/bundles.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { unfitInNames } from '../../unfit-in-names.ts'
import type { DealChanges, TakeOverTrail, VerifyTrail } from '../audit-trail/index.ts'
import type { Deals } from '../deals/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { BundleProblem } from './bundle-problem.ts'
import type { BundleRowsStore } from './bundle-rows.store.ts'
import { type BundledTable, bundledTables, nameOf } from './bundled-tables.ts'
import { createRowCheck, type ImportedRow, linesOf, parseLine } from './imported-rows.ts'
import { type Manifest, Person, type Person as PersonLine, partNames, rowsPart } from './manifest.ts'
import type { OpenBundle } from './open-bundle.ts'

interface Deps {
  rows: BundleRowsStore
  database: Pick<Database, 'transaction'>
  deals: Pick<Deals, 'orgFor'>
  quotas: Pick<Quotas, 'takeDeal' | 'takeBytes'>
  changes: Pick<DealChanges, 'change'>
  takeOverTrail: TakeOverTrail
  verifyTrail: VerifyTrail
  now: Clock
}

/** Who imports a bundle, and for which organization. */
export interface Importer {
  actor: Actor
  orgId: string | null
  bundleSha256: string
}

const maxPeople = 20_000
const perStatement = 200
const maxBatchLength = 2 ** 20

const checkPerson = compile(Person, 'json', 'bundle person')

const readPerson = (line: string, row: number): PersonLine => {
  const report = createReport()
  const person = report.at('person', checkPerson, parseLine(line))
  if (report.failures.length > 0)
    throw new BundleProblem(
      messages.rowInvalid({ row, name: 'people', column: report.failures[0]?.loc.at(-1)?.toString() ?? '' }),
    )
  return person as PersonLine
}

/** A name as it was given, without what could disguise it. */
const cleanName = (name: string): string => {
  const clean = [...name]
    .filter((letter) => !unfitInNames.test(letter))
    .join('')
    .trim()
  return [...clean].slice(0, maxDisplayNameLength).join('') || '–'
}

/** What the database says about a row that does not fit. */
const asProblem = (error: unknown, name: string): unknown => {
  const code = String(Object(error).code ?? '')
  if (code === '23505') return new BundleProblem(messages.recordExists({ name }), { cause: error })
  if (code.startsWith('22') || code.startsWith('23'))
    return new BundleProblem(messages.unreadable({ name }), { cause: error })
  return error
}

export type ImportDeal = ReturnType<typeof createImportDeal>

/**
 * Writes the rows of a bundle in one transaction, with the event that seals them: all of it is there, or nothing. Ids of
 * people become those of names without an account, and only the importer becomes a member.
 */
export const createImportDeal = (deps: Deps) => {
  const { rows, database, deals, quotas, changes, takeOverTrail, verifyTrail, now } = deps

  const partOf = ({ parts }: Manifest, name: string): Manifest['parts'][number] => {
    const part = parts.find((item) => item.name === name)
    if (part === undefined) throw new BundleProblem(messages.partMissing({ name }))
    return part
  }

  const readPeople = async ({ manifest, read }: OpenBundle) => {
    const people: (PersonLine & { userId: string })[] = []
    for await (const line of linesOf(read(partOf(manifest, partNames.people)), 'people')) {
      people.push({ ...readPerson(line, people.length + 1), userId: newId() })
      if (people.length > maxPeople) throw new BundleProblem(messages.tooManyRows({ name: 'people', limit: maxPeople }))
    }
    return people
  }

  const write = async (dealId: string, bundled: BundledTable, columns: readonly string[], batch: ImportedRow[]) => {
    const name = nameOf(bundled)
    const written = await rows.write(dealId, bundled, columns, batch).catch((error: unknown) => {
      throw asProblem(error, name)
    })
    if (written !== batch.length) throw new BundleProblem(messages.foreignReference({ name }))
  }

  const writeTable = async (
    { manifest, read }: OpenBundle,
    bundled: BundledTable,
    { personOf, extra }: { personOf(id: unknown): string | undefined; extra: ImportedRow },
  ): Promise<void> => {
    const name = nameOf(bundled)
    const isOlder = bundled.since !== undefined && manifest.schema < bundled.since
    if (isOlder && !manifest.parts.some((part) => part.name === rowsPart(name))) return
    const part = partOf(manifest, rowsPart(name))
    const check = createRowCheck(bundled, { dealId: manifest.deal_id, columns: part.columns, personOf })
    const columns = [...part.columns, ...Object.keys(extra)]
    let batch: ImportedRow[] = []
    let length = 0
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await write(manifest.deal_id, bundled, columns, batch)
      batch = []
      length = 0
    }
    for await (const line of linesOf(read(part), name)) {
      batch.push({ ...check(line), ...extra })
      length += line.length
      if (batch.length >= perStatement || length > maxBatchLength) await flush()
    }
    await flush()
  }

  const writeAll = async (bundle: OpenBundle, { actor, orgId, bundleSha256 }: Importer): Promise<void> => {
    const { manifest, publicKey, fingerprint } = bundle
    const { deal_id: dealId, audit } = manifest
    const at = now()
    await rows.hold(dealId)
    if (await rows.isTaken(dealId)) throw new BundleProblem(messages.dealExists())
    await deals.orgFor(actor.userId, orgId)
    await quotas.takeDeal(actor.userId)

    const people = await readPeople(bundle)
    const userIds = new Map(people.map(({ id, userId }) => [id, userId]))
    if (userIds.size !== people.length) throw new BundleProblem(messages.recordExists({ name: 'people' }))
    const personOf = (id: unknown): string | undefined => (typeof id === 'string' ? userIds.get(id) : undefined)
    await rows.addPeople(
      people.map(({ userId, name }) => ({ userId, name: cleanName(name) })),
      at,
    )
    for (const bundled of bundledTables) {
      const isDeal = nameOf(bundled) === 'deals'
      const extra = isDeal ? { org_id: orgId, created_by: actor.userId } : { ...bundled.fixed }
      await writeTable(bundle, bundled, { personOf, extra })
    }
    await rows.nameImported(
      dealId,
      people.flatMap(({ id, known_as, userId }) => [id, ...known_as].map((foreignId) => ({ userId, foreignId }))),
    )
    if (await rows.lacksFile(dealId, manifest.blobs)) throw new BundleProblem(messages.fileUnlisted())
    await rows.countComments(dealId)
    await rows.addOwner(dealId, actor.userId, at)
    await rows.addOrigin(dealId, {
      seq: audit.entries,
      publicKey,
      upgrade: audit.upgrade,
      importedAt: at,
      importedBy: actor.userId,
    })
    await sealTrail(manifest, { actor, publicKey, fingerprint, bundleSha256 })
    // With the rows that were just written: who has too much already gets no more.
    await quotas.takeBytes(dealId, 1)
  }

  const sealTrail = async (
    { deal_id: dealId, audit: { entries, head_hash, head } }: Manifest,
    {
      actor,
      publicKey,
      fingerprint,
      bundleSha256,
    }: { actor: Actor; publicKey: string; fingerprint: string; bundleSha256: string },
  ): Promise<void> => {
    const isHead =
      head !== null &&
      (await takeOverTrail(
        { dealId, seq: entries, hash: head_hash, at: new Date(head.at), signature: head.signature },
        publicKey,
      ))
    if (!isHead) throw new BundleProblem(messages.trail({ problem: auditTrailProblems.head_forged() }))
    await changes.change(
      actor,
      dealId,
      'owner',
      async (deal) => deal.record('deal.imported', { fingerprint, entries, head_hash, sha256: bundleSha256 }),
      { evenIfDecided: true },
    )
    const [problem] = (await verifyTrail(dealId))?.problems ?? []
    if (problem !== undefined) throw new BundleProblem(messages.trail({ problem: problem.message }))
  }

  /** `settle` runs in the same transaction, at its end. */
  return (bundle: OpenBundle, importer: Importer, settle: () => Promise<void>): Promise<void> =>
    database.transaction(async () => {
      await writeAll(bundle, importer)
      await settle()
    })
}
