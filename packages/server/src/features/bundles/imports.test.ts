import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundleOf, endOfImport, importBundle, sendBundle } from '../../testing/bundling.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onEachService } from '../../testing/service.ts'
import { pngFile, upload } from '../../testing/uploading.ts'
import { hashManifest, type Manifest, type ManifestSignature } from './manifest.ts'

type Parts = Record<string, Uint8Array>
type Row = Record<string, unknown>

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const readManifest = (parts: Parts): Manifest => JSON.parse(strFromU8(parts['manifest.json'] ?? new Uint8Array()))

const withManifest = (parts: Parts, manifest: Manifest): Parts => ({
  ...parts,
  'manifest.json': strToU8(JSON.stringify(manifest)),
})

/** Signs a manifest with the key of somebody else, as a forger would. */
const signedByForger = (parts: Parts): Parts => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const signature: ManifestSignature = {
    public_key: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    fingerprint: digest(der),
    signature: sign(
      null,
      Buffer.from(hashManifest(parts['manifest.json'] ?? new Uint8Array()), 'hex'),
      privateKey,
    ).toString('base64url'),
  }
  return { ...parts, 'signature.json': strToU8(JSON.stringify(signature)) }
}

/** A bundle whose rows were changed, with digests that fit and a signature of another key. */
const forged = (bundle: Uint8Array, table: string, change: (rows: Row[]) => Row[]): Uint8Array => {
  const parts = unzipSync(bundle)
  const name = `rows/${table}.jsonl`
  const rows = strFromU8(parts[name] ?? new Uint8Array())
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
  const bytes = strToU8(
    change(rows)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  )
  const manifest = readManifest(parts)
  const listed = manifest.parts.map((part) =>
    part.name === name ? { ...part, bytes: bytes.byteLength, sha256: digest(bytes) } : part,
  )
  return zipSync(signedByForger(withManifest({ ...parts, [name]: bytes }, { ...manifest, parts: listed })))
}

/** The rows of a bundle with names instead of ids of people, without what an import adds to. */
const rowsOf = (bundle: Uint8Array): Record<string, string> => {
  const parts = unzipSync(bundle)
  const linesOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const names = new Map(
    linesOf('rows/people.jsonl')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => [JSON.parse(line).id, JSON.parse(line).name]),
  )
  const grows = /^rows\/(people|journal|journal_heads|deal_origins|deals|fact_readings|deal_reconciliations)\.jsonl$/
  return Object.fromEntries(
    Object.keys(parts)
      .filter((name) => name.startsWith('rows/') && !grows.test(name))
      .map((name) => [
        name,
        linesOf(name)
          .replaceAll(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? id)
          // Documents are read again in the background.
          .replaceAll(name === 'rows/documents.jsonl' ? /"updated_at":"[^"]*"/g : /$^/g, ''),
      ]),
  )
}

onEachService('the import of a deal', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider', 'superadmin')
  let deal: string
  let bundle: Uint8Array
  const secret = `zq${randomUUID().slice(0, 8)}`

  beforeAll(async () => {
    await forgetLimits(app)
    const { owner, editor } = people()
    const members = { [owner.userId]: 'owner', [editor.userId]: 'editor' } as const
    deal = await plantDeal(app, { members, name: 'Harbor Point' })
    const other = await plantDeal(app, { members, name: `${secret} other deal` })
    const at = `/api/canvas/${deal}`
    await owner.send('PUT', `/api/canvas/${other}/sections/summary`, { title: 'Other', content: `${secret} elsewhere` })
    await owner.send('PUT', `${at}/sections/summary`, { title: 'Summary', content: 'It is a deal.' })
    await owner.send('PUT', `${at}/metrics/dscr`, { value: 1.25 })
    const body = { content: '@Daniel look', mentioned_user_ids: [editor.userId], section_key: 'summary' }
    const { body: comment } = await owner.send('POST', `${at}/comments`, body)
    await editor.send('POST', `${at}/comments/${comment.comment_id}/replies`, { content: 'I did.' })
    await upload(app, owner, `${at}/documents`, [{ fileName: 'notes.txt', content: 'The roof was replaced in 2019.' }])
    await upload(app, owner, `${at}/documents`, [{ fileName: 'site.png', content: pngFile() }])
    const isRead = async () =>
      (await owner.get(`${at}/documents`)).body.documents.every(
        ({ state }: Row) => state === 'indexed' || state === 'failed',
      )
    await vi.waitUntil(isRead, { timeout: 60_000, interval: 50 })
    bundle = await bundleOf(app, owner, deal)
    expect((await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
  })
  beforeEach(() => forgetLimits(app))

  const leftOf = async (id: string) => {
    const tables = ['deals', 'comments', 'documents', 'journal', 'deal_members', 'imported_people', 'blob_claims']
    const counts = await Promise.all(
      tables.map(async (table) => {
        const column = table === 'deals' ? 'id' : 'deal_id'
        const rows = await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [id])
        return [table, rows[0]?.n] as const
      }),
    )
    const strays = await app.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM users u WHERE status = 'imported' AND NOT EXISTS (
        SELECT FROM imported_people p WHERE p.user_id = u.id)`,
    )
    return [...counts, ['strays', strays[0]?.n] as const].filter(([, count]) => count !== 0)
  }
  const blobsKept = async () =>
    (await readdir(join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length

  const refuses = async (changed: Uint8Array, problem: RegExp) => {
    const before = await blobsKept()
    const sent = await sendBundle(app, people().outsider, changed, { org_id: 'personal' })
    if (sent.status === 202) {
      const ended = await endOfImport(people().outsider, sent.body.id)
      expect(ended).toMatchObject({ status: 'failed', problem: expect.stringMatching(problem) })
    } else {
      expect([sent.status, JSON.stringify(sent.body)]).toEqual([422, expect.stringMatching(problem)])
    }
    expect(await leftOf(deal)).toEqual([])
    await expect.poll(blobsKept).toBe(before)
  }

  describe('of a damaged or forged bundle leaves no row and no file', () => {
    it('if it is no zip file, or cut off [BUNDLE-6]', async () => {
      await refuses(strToU8('no zip'), /not a bundle/)
      await refuses(bundle.slice(0, bundle.length / 2), /not a bundle/)
    })

    it('if a part differs from its digest [BUNDLE-6]', async () => {
      const parts = unzipSync(bundle)
      await refuses(zipSync({ ...parts, 'rows/comments.jsonl': strToU8('{}\n') }), /comments\.jsonl .*not what/)
      const { 'rows/comments.jsonl': _, ...fewer } = parts
      await refuses(zipSync(fewer), /lacks rows\/comments\.jsonl/)
      await refuses(zipSync({ ...parts, '../../evil.txt': strToU8('x') }), /not a bundle/)
      await refuses(zipSync({ ...parts, 'evil.txt': strToU8('x') }), /does not list/)
    })

    it('if its manifest was changed without its key, or is of another version [BUNDLE-6]', async () => {
      const parts = unzipSync(bundle)
      const manifest = readManifest(parts)
      await refuses(zipSync(withManifest(parts, { ...manifest, deal_name: 'Other' })), /signature/)
      const newer = (change: Partial<Manifest>) =>
        zipSync(signedByForger(withManifest(parts, { ...manifest, ...change })))
      await refuses(newer({ version: 99 }), /format version 99/)
      await refuses(newer({ schema: '9999_later.sql' }), /newer version/)
    })

    it('if it was signed again with another key than its events [BUNDLE-2]', async () => {
      const same = (rows: Row[]) => rows
      await refuses(forged(bundle, 'comments', same), /audit trail/)
    })

    it('if a row belongs to another deal, or refers to one [BUNDLE-5]', async () => {
      const other = await plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
      const { body: victim } = await people().owner.send('POST', `/api/canvas/${other}/comments`, { content: 'Mine' })
      await refuses(
        forged(bundle, 'comments', (rows) => rows.map((row) => ({ ...row, deal_id: other }))),
        /another deal/,
      )
      await refuses(
        forged(bundle, 'comment_replies', (rows) => rows.map((row) => ({ ...row, comment_id: victim.comment_id }))),
        /outside of the deal/,
      )
      await refuses(
        forged(bundle, 'comments', (rows) => rows.map((row) => ({ ...row, id: victim.comment_id }))),
        /exists already/,
      )
    })

    it('if a row is not one that the service could have written [BUNDLE-5]', async () => {
      const everywhere = (change: Row) =>
        forged(bundle, 'comments', (rows) => rows.map((row) => ({ ...row, ...change })))
      await refuses(everywhere({ comment_type: 'decree' }), /comment_type/)
      await refuses(everywhere({ content: 'x'.repeat(2001) }), /content/)
      await refuses(everywhere({ document_anchor: { kind: 'cell' } }), /document_anchor/)
      await refuses(everywhere({ author_id: people().viewer.userId }), /author_id/)
      await refuses(everywhere({ created_at: 'yesterday' }), /comments/)
      await refuses(everywhere({ password_hash: 'x' }), /password_hash/)
    })
  })

  it('is refused while a deal has the same id, and gives no rights to anyone who had them [BUNDLE-3]', async () => {
    const imported = await importBundle(app, people().outsider, bundle, { org_id: 'personal' })
    expect(imported).toMatchObject({ status: 'ready', deal_id: deal, progress: 1 })
    expectRefusal(await sendBundle(app, people().viewer, bundle), 409, 'deal_exists')
    for (const person of [people().owner, people().editor])
      expectRefusal(await person.get(`/api/deals/${deal}`), 404, 'deal_not_found')
    expect((await people().outsider.get(`/api/deals/${deal}`)).body).toMatchObject({ role: 'owner', org_id: null })
    // A reply reaches nobody: those who were mentioned are names now.
    const { comments } = (await people().outsider.get(`/api/canvas/${deal}/comments`)).body
    const [comment] = comments
    expect(comment).toMatchObject({ author_name: 'Maya Okafor', author_email_verified: false })
    expect([people().owner.userId, people().editor.userId]).not.toContain(comment.author_id)
    const before = await app.sql('SELECT id FROM notifications WHERE deal_id = $1', [deal])
    const reply = await people().outsider.send('POST', `/api/canvas/${deal}/comments/${comment.comment_id}/replies`, {
      content: 'Hello',
    })
    expect(reply.status).toBe(201)
    expect(await app.sql('SELECT id FROM notifications WHERE deal_id = $1', [deal])).toEqual(before)
    // Names are not accounts.
    const found = await people().superadmin.get(`/api/superadmin/users?limit=100`)
    expect(JSON.stringify(found.body)).not.toContain(comment.author_id)
    const suspend = { status: 'suspended' }
    const path = `/api/superadmin/users/${comment.author_id}`
    expectRefusal(await people().superadmin.send('PATCH', path, suspend), 404, 'user_not_found')
    expect((await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
    expect(await leftOf(deal)).toEqual([])
    expect(await app.sql("SELECT id FROM users WHERE status = 'imported'")).toEqual([])
  })

  it('keeps every row, and can be repeated: the events of every service keep the key that signed them [BUNDLE-1, BUNDLE-2]', async () => {
    await importBundle(app, people().outsider, bundle, { org_id: 'personal' })
    const again = await bundleOf(app, people().outsider, deal)
    expect(rowsOf(again)).toEqual(rowsOf(bundle))
    await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
    expect(await importBundle(app, people().viewer, again, { org_id: 'personal' })).toMatchObject({ status: 'ready' })
    const { body } = await people().viewer.get(`/api/canvas/${deal}/audit-trail/verify`)
    expect(body).toMatchObject({ valid: true, origin: 'imported' })
    expect(body.imports).toHaveLength(2)
    const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const change = 'UPDATE deal_origins SET public_key = $2 WHERE deal_id = $1 AND seq = $3 RETURNING public_key'
    await app.sql(change, [deal, key, body.imports[0].entries])
    const { body: replaced } = await people().viewer.get(`/api/canvas/${deal}/audit-trail/verify`)
    expect(replaced).toMatchObject({ valid: false, first_bad_seq: 1 })
    await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
  })

  it('is continued after its process ended, and leaves one deal [BUNDLE-7]', async () => {
    const sent = await sendBundle(app, people().outsider, bundle, { org_id: 'personal' })
    // As after a kill: whoever works on it, if anybody does, is no longer the owner, and the lease is over.
    const left = `UPDATE deal_imports SET attempts = attempts + 1, due_at = now() - interval '1 hour'
      WHERE id = $1 AND status IN ('pending', 'running')`
    await app.sql(left, [sent.body.id])
    const ended = await endOfImport(people().outsider, sent.body.id)
    expect(ended).toMatchObject({ status: 'ready' })
    expect(await app.sql('SELECT id FROM deals WHERE id = $1', [deal])).toHaveLength(1)
    await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
  })

  it('is visible to the person who sent it alone [BUNDLE-8]', async () => {
    const ended = await importBundle(app, people().outsider, bundle, { org_id: 'personal' })
    expectRefusal(await people().owner.get(`/api/deals/imports/${ended.id}`), 404, 'import_not_found')
    expect((await people().owner.get('/api/deals/imports')).body.imports).toEqual([])
    expect((await people().outsider.get('/api/deals/imports')).body.imports[0]).toEqual(ended)
    await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
  })

  it('goes only into an organization of the importer, and counts against quotas [BUNDLE-8]', async () => {
    const org = await plantOrg(app, { [people().viewer.userId]: 'member' })
    expectRefusal(await sendBundle(app, people().outsider, bundle, { org_id: org }), 404, 'org_not_found')
    expect(await importBundle(app, people().viewer, bundle, { org_id: org })).toMatchObject({
      status: 'ready',
      org_id: org,
    })
    const [usage] = await app.sql<{ bytes: string }>('SELECT bytes FROM storage_usage WHERE owner_id = $1', [org])
    expect(Number(usage?.bytes)).toBeGreaterThan(0)
    await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
  })

  it('takes bundles that contain neither addresses, passwords, nor anything of other deals [BUNDLE-4]', async () => {
    const text = Object.values(unzipSync(bundle))
      .map((part) => strFromU8(part, true))
      .join('\n')
    expect(text).toContain('Maya Okafor')
    expect(text).not.toContain('@example.com')
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(secret)
  })

  it('is made from bundles that only owners can export [BUNDLE-9]', async () => {
    const { owner, editor } = people()
    const mine = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
    const ask = (body: object) => ({ path: `/api/canvas/${mine}/exports`, body: { format: 'bundle', ...body } })
    const { path, body } = ask({})
    expectRefusal(await editor.send('POST', path, body), 403, 'role_too_low')
    expect((await owner.send('POST', path, ask({ watermark: true }).body)).status).toBe(422)
  })
})
