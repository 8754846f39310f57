import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const load = (path) => import(new URL(`../../packages/server/dist/${path}.js`, import.meta.url).href)
const { openEmbedded } = await load('platform/database/open-database')
const { createEvidence } = await load('features/evidence/evidence.service')
const { createEmbedPending } = await load('features/evidence/embed-pending')
const { createEvidenceStore } = await load('features/evidence/evidence.store')
const { createPendingEmbeddingsStore } = await load('features/evidence/pending-embeddings.store')
const { digitize } = await load('features/documents/digitize.worker')
const { readDigitized } = await load('features/documents/digitized')
const { createSentenceEncoder } = await load('platform/embeddings/sentence-encoder')
const { createEndpointEmbeddings } = await load('platform/embeddings/endpoint-embeddings')

const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = process.env
const user = '00000000-0000-7000-8000-000000000001'
const dealId = 'bench'
const onError = (error) => {
  throw error
}

/** The ways of searching that are compared. */
export const methods = { words: ['words'], vectors: ['meaning'], hybrid: ['words', 'meaning'] }

/** A deal on an embedded database with these files, indexed and embedded. All in one deal is harder than apart. */
export const openSearchableDeal = async (paths) => {
  const embeddings = url && model ? createEndpointEmbeddings({ url, model, key }) : createSentenceEncoder({ onError })
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-evidence-'))
  const { database, close } = await openEmbedded({ folder, onError: console.error })
  const sql = (text, values) => database.query({ text, values })
  const shared = { store: createEvidenceStore(database), pending: createPendingEmbeddingsStore(database), database }
  const now = () => new Date()
  const evidence = createEvidence({
    ...shared,
    onError,
    changes: { change: () => Promise.reject(new Error('Nothing is searched on the record here')) },
    embeddings,
    onPending: () => {},
    now,
  })
  await sql(
    "INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at) VALUES ($1, 'Bench', 'active', gen_random_uuid(), '{}', now(), now())",
    [user],
  )
  await sql(
    "INSERT INTO deals (id, name, tier, status, created_at, updated_at) VALUES ($1, 'Bench', 'legacy', 'open', now(), now())",
    [dealId],
  )
  for (const [place, path] of paths.entries()) {
    const fileName = basename(path)
    const kind = fileName.split('.').at(-1)
    const bytes = new Uint8Array(await readFile(path))
    const { ok, answer, problem } = await digitize({ bytes, fileName, kind })
    if (!ok) throw new Error(`${fileName}: ${problem}`)
    const id = `00000000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`
    await sql(
      `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, repeat('0', 64), 'digitized', $6, now(), now())`,
      [id, dealId, fileName, kind, bytes.length, user],
    )
    const kept = (async function* () {
      yield answer.content
    })()
    await evidence.index({ id, dealId, fileName }, await readDigitized(kept))
  }
  const before = process.memoryUsage().rss
  const begun = performance.now()
  await createEmbedPending({ ...shared, embeddings, onError, now }).resume()
  const embeddingMs = performance.now() - begun
  const { rows } = await sql('SELECT passages FROM vector_namespaces WHERE deal_id = $1', [dealId])
  return {
    model: embeddings.model,
    passages: rows[0].passages,
    msPerPassage: embeddingMs / rows[0].passages,
    memoryMb: (process.memoryUsage().rss - before) / 2 ** 20,
    find: (question, limit, by) => evidence.find(dealId, question, limit, {}, { by }),
    close: async () => {
      await embeddings.close?.()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
