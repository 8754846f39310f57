// Measures how often the passage that answers a question is among the top five results: with full-text search, with
// vector similarity, and with both combined, over the demo's documents and workbooks, on the embedded database.
//
//   node bench/evidence.mjs   (EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY select an embeddings endpoint)
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printFacts } from '@deal-canvas/proof/server'

const load = (path) => import(new URL(`../packages/server/dist/${path}.js`, import.meta.url).href)
const { openEmbedded } = await load('platform/database/open-database')
const { createEvidence } = await load('features/evidence/evidence.service')
const { createEvidenceStore } = await load('features/evidence/evidence.store')
const { createPendingEmbeddingsStore } = await load('features/evidence/pending-embeddings.store')
const { digitize } = await load('features/documents/digitize.worker')
const { readDigitized } = await load('features/documents/digitized')
const { createLexicalEmbeddings } = await load('platform/embeddings/lexical-embeddings')
const { createEndpointEmbeddings } = await load('platform/embeddings/endpoint-embeddings')

const files = [
  ['riverside.xlsx', 'xlsx'],
  ['riverside-offering-memo.pdf', 'pdf'],
  ['riverside-site-visit.md', 'md'],
  ['helios.xlsx', 'xlsx'],
  ['helios-management-presentation.docx', 'docx'],
  ['helios-lender-call.md', 'md'],
  ['harbor.xlsx', 'xlsx'],
  ['harbor-lease-abstracts.md', 'md'],
]

/** Questions with the wording of their answers. All documents are in one deal, which is harder than separate deals. */
const questions = [
  ['How many units does the community have?', '212 units'],
  ['When did the property open?', 'opened in 2009'],
  ['How old are the roofs?', 'roofs are original'],
  ['When were the boilers replaced?', 'Boilers were replaced in 2021'],
  ['What do immediate repairs cost?', 'immediate repairs of $186,000'],
  ['By when does the seller want to close?', 'expects to close by'],
  ['What rent premium do renovated units get?', '$210 more a month'],
  ['How much are property taxes?', 'Real estate taxes are'],
  ['Can somebody build next to the property?', 'flood plain'],
  ['Which interest rate did the lender quote?', '5.35%'],
  ['What does the contractor charge for a unit?', '$14,500 a unit'],
  ['Is there any water damage?', 'water marks'],
  ['Which occupied unit pays no rent?', 'member of staff'],
  ['What is under construction across the river?', 'across the river'],
  ['Who founded Helios?', 'two grid engineers'],
  ['How much of the revenue recurs?', 'revenue is recurring'],
  ['Who is the largest customer?', 'Sunvalley Utilities'],
  ['What were the add-backs to EBITDA?', 'add-backs of'],
  ['How many technicians work there?', '455'],
  ['How long do contracts run?', 'three to seven years'],
  ['What are the terms of the senior loan?', 'Senior term loan'],
  ['How much of the free cash flow is swept?', 'is swept'],
  ['Does anybody offer a hedge?', 'offer to hedge'],
  ['Who has to restore the depot?', 'restore the Fresno depot'],
  ['When does the lease of Meridian Insurance end?', '30 June 2031'],
  ['Can the Port Authority leave early?', 'may leave at the end of 2028'],
  ['How long do the leases run on average?', 'weighted average lease term'],
  ['What does the broker say about market rents of the offices?', 'broker puts the market'],
  ['Who shares the garage?', 'shared with the hotel'],
  ['What drives the growth of margins?', 'routing of crews'],
]

const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = process.env
const embeddings = url && model ? createEndpointEmbeddings({ url, model, key }) : createLexicalEmbeddings()
const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-evidence-'))
const { database, close } = await openEmbedded({ folder, onError: console.error })
try {
  printFacts()
  const sql = (text, values) => database.query({ text, values })
  const user = '00000000-0000-7000-8000-000000000001'
  await sql(
    "INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at) VALUES ($1, 'Bench', 'active', gen_random_uuid(), '{}', now(), now())",
    [user],
  )
  await sql(
    "INSERT INTO deals (id, name, tier, status, created_at, updated_at) VALUES ('bench', 'Bench', 'legacy', 'open', now(), now())",
  )
  const evidence = createEvidence({
    store: createEvidenceStore(database),
    pending: createPendingEmbeddingsStore(database),
    onError: (error) => {
      throw error
    },
    database,
    changes: { change: () => Promise.reject(new Error('Nothing is searched on the record here')) },
    embeddings,
    now: () => new Date(),
  })
  for (const [place, [fileName, kind]] of files.entries()) {
    const bytes = new Uint8Array(await readFile(new URL(`../packages/server/demo/${fileName}`, import.meta.url)))
    const { ok, answer, problem } = await digitize({ bytes, fileName, kind })
    if (!ok) throw new Error(`${fileName}: ${problem}`)
    const id = `00000000-0000-7000-8000-00000000010${place}`
    await sql(
      `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
        VALUES ($1, 'bench', $2, $3, $4, repeat('0', 64), 'digitized', $5, now(), now())`,
      [id, fileName, kind, bytes.length, user],
    )
    const kept = (async function* () {
      yield answer.content
    })()
    await evidence.index({ id, dealId: 'bench', fileName }, await readDigitized(kept))
  }
  const { rows } = await sql("SELECT passages FROM vector_namespaces WHERE deal_id = 'bench'")
  console.log(`${questions.length} questions over ${rows[0].passages} passages, vectors of ${embeddings.model}\n`)
  console.log('| found by | recall at 5 | first | ms a question |\n|---|---|---|---|')
  for (const by of [['words'], ['nearness'], ['words', 'nearness']]) {
    let [found, first] = [0, 0]
    const missed = []
    const begun = performance.now()
    for (const [question, says] of questions) {
      const { passages } = await evidence.find('bench', question, 5, by)
      const at = passages.findIndex(({ content }) => content.includes(says))
      if (at >= 0) found += 1
      else missed.push(question)
      if (at === 0) first += 1
    }
    const ms = (performance.now() - begun) / questions.length
    const share = (count) => `${count} of ${questions.length} (${((100 * count) / questions.length).toFixed(0)} %)`
    console.log(`| ${by.join(' and ')} | ${share(found)} | ${share(first)} | ${ms.toFixed(1)} |`)
    if (by.length === 2 && missed.length > 0) console.log(`\nNot among the first five: ${missed.join(' ')}`)
  }
} finally {
  await close()
  await rm(folder, { recursive: true, force: true })
}
