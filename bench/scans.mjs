// Measures how long a scan takes from its upload until its text is found by a search, and how many of its words are
// recognized. The scan is drawn here: pages of text as images of 200 dpi without any text. Target: 10 clean pages within
// 20 s on two cores.
//
//   node bench/scans.mjs [--pages 10] [--database-url postgres://… (an empty database)]
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { call, launch, makePlace, printFacts, readyLine, signIn } from '@deal-canvas/proof/server'
import { drawText, scannedPdf } from '../packages/server/src/features/documents/fixtures/scans.mjs'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '10' }, 'database-url': { type: 'string' } },
})
const databaseUrl = values['database-url']
printFacts(databaseUrl)

const paragraph = (n) =>
  `Section ${n}. The property was built in 19${60 + n} and renovated in 2019. It comprises ${100 + n} units in six buildings with a total of 98,${400 + n} square feet. Average in-place rent is $1,${300 + n} per unit and month, which is 7.5% below market. The purchase price is $24,6${10 + n},000. Operating expenses were $1,912,3${10 + n} in the trailing twelve months, and net operating income was $1,476,0${10 + n}, a capitalization rate of 6.00%.`
const wrapped = (text) => text.match(/.{1,85}(?:\s|$)/g).map((line) => line.trim())
const linesOf = (n) => [
  `Offering memorandum, page ${n}`,
  '',
  ...Array.from({ length: 5 }, (_, part) => [...wrapped(paragraph(5 * n + part)), '']).flat(),
  'Unit type\tUnits\tRent',
  `One bedroom\t${40 + n}\t$1,210`,
  `Two bedrooms\t${52 + n}\t$1,510`,
  `Three bedrooms\t${12 + n}\t$1,835`,
]
const pages = Array.from({ length: Number(values.pages) }, (_, n) => linesOf(n + 1))
const file = scannedPdf(pages.map((lines) => drawText(lines)))
const wordsOf = (text) => text.split(/\s+/).filter((word) => word !== '')

const place = await makePlace({ databaseUrl })
const server = await launch({ env: place.env })
await server.says(readyLine)
try {
  const { token } = await signIn(server.url, 'editor@example.com')
  const { body: deal } = await call(server.url, 'POST', '/api/deals', { token, body: { name: 'Scans' } })
  const path = `/api/canvas/${deal.deal_id}/documents`
  const form = new FormData()
  form.append('files', new Blob([file]), 'scan.pdf')
  const startedAt = performance.now()
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  const { documents } = await answer.json()
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${pages.length} pages, ${(file.length / 2 ** 20).toFixed(1)} MB: taken in after ${seconds()} s`)
  let document
  for (let shown = -1; !['indexed', 'failed'].includes(document?.state); await pause(50)) {
    document = (await call(server.url, 'GET', `${path}/${documents[0].id}`, { token })).body
    if (document.ocr !== undefined && document.ocr.read !== shown) {
      shown = document.ocr.read
      console.log(`  ${seconds()} s: ${shown} of ${document.ocr.pages} pages`)
    }
  }
  console.log(`${document.state} after ${seconds()} s${document.problem === null ? '' : `: ${document.problem}`}`)

  const found = new Map()
  for (const n of pages.keys())
    for (const question of [`Offering memorandum, page ${n + 1}`, paragraph(5 * n + 6).slice(0, 200), 'bedrooms rent'])
      for (const { page, text } of (
        await call(server.url, 'GET', `/api/canvas/${deal.deal_id}/evidence?q=${encodeURIComponent(question)}`, {
          token,
        })
      ).body.passages)
        found.set(page, new Set([...(found.get(page) ?? []), ...wordsOf(text)]))
  const missing = pages.flatMap((lines, n) => wordsOf(lines.join(' ')).filter((word) => !found.get(n + 1)?.has(word)))
  const total = pages.flatMap((lines) => wordsOf(lines.join(' '))).length
  console.log(`words found by searches: ${total - missing.length} of ${total}; not: ${missing.slice(0, 20).join(' ')}`)
} finally {
  await server.stop()
  await place.remove()
}
