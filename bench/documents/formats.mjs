// Measures what a format costs. Each document of the corpus is rendered as a page, a mail, Word, rich text, slides, PDF
// by two programs, a scanned PDF and crooked pictures of its pages, and read as the service reads an upload. Prints, per
// format, the share of the words that arrive in their order (running text and tables apart), how many words are added,
// the time per page, the peak memory of the reading process, and the facts and contradictions found.
//
//   node bench/documents/formats.mjs [--half first|…|sixth]… [--format docx]… [--show] [--folder <kept>]
//
// --show prints the words that differ, --folder keeps the files. Needs soffice and chromium (CHROMIUM_PATH).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printFacts } from '@deal-canvas/proof/server'
import { blocksOf, textOf } from './formats/blocks.mjs'
import { formats, missingPrograms, render } from './formats/render.mjs'
import { compareWords, wordsOf } from './formats/words.mjs'
import { documentsOf, parts, scoreFacts, summaryOf } from './scoring.mjs'

const { values } = parseArgs({
  options: {
    half: { type: 'string', multiple: true, default: parts },
    format: { type: 'string', multiple: true, default: Object.keys(formats) },
    show: { type: 'boolean', default: false },
    folder: { type: 'string' },
  },
})

const missing = missingPrograms()
if (missing.length > 0) {
  console.error(`SKIPPED: nothing was measured, because these programs are missing: ${missing.join(', ')}`)
  process.exit(0)
}

const documents = values.half.flatMap(documentsOf).map(({ path, expected }) => {
  const blocks = blocksOf(path)
  const words = wordsOf(blocks.map(textOf).join('\n'))
  return { name: basename(path, extname(path)), isTable: extname(path) === '.csv', path, expected, blocks, words }
})

const readFolder = (folder) => {
  const program = fileURLToPath(new URL('formats/read-folder.mjs', import.meta.url))
  const dealTypes = Object.fromEntries(documents.map(({ name, expected }) => [name, expected.dealType]))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder, JSON.stringify(dealTypes)], {
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
  })
  if (status !== 0) throw new Error(`Reading ${folder} ended with ${status}: ${stderr.slice(-2_000)}`)
  return JSON.parse(stdout.split('\n').findLast((line) => line.startsWith('{')))
}

const percent = (some, all) => (all === 0 ? '–' : `${((100 * some) / all).toFixed(1)} %`)
const sum = (list, of) => list.reduce((total, item) => total + of(item), 0)

const without = (list, other) => {
  const known = new Set(other.map((item) => JSON.stringify(item)))
  return list.filter((item) => !known.has(JSON.stringify(item)))
}
const shortly = ({ metricKey, value, quote }) =>
  `${metricKey} = ${value} «${quote.replaceAll(/\s+/g, ' ').slice(0, 160)}»`

/** The words that differ, and what was read of the source and is not of this format. */
const show = (format, { name, changes, scored }, source) => {
  for (const { missing: gone, added } of changes)
    console.log(`  ${format}, ${name}: «${gone.join(' ').slice(0, 160)}» became «${added.join(' ').slice(0, 160)}»`)
  for (const item of without(scored.missed, source.missed))
    console.log(`  ${format}, ${name}: lost ${JSON.stringify(item)}`)
  for (const fact of scored.wrong)
    if (!source.wrong.some(({ metricKey, value }) => metricKey === fact.metricKey && value === fact.value))
      console.log(`  ${format}, ${name}: wrong ${shortly(fact)}`)
  for (const item of without(scored.unseen, source.unseen))
    console.log(`  ${format}, ${name}: contradiction lost ${JSON.stringify(item)}`)
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'deal-canvas-formats-'))
try {
  printFacts()
  const folders = await render(folder, documents, {
    isScanned: values.format.some((format) => format === 'scanned pdf' || format === 'crooked png'),
  })
  console.log(`${documents.length} documents, ${sum(documents, ({ words }) => words.length)} words\n`)
  console.log(
    '| format | pages | words right in text | in tables | words added | ms a page | peak MB | facts | contradictions |\n|---|---|---|---|---|---|---|---|---|',
  )
  const { documents: source } = readFolder(folders.source)
  for (const format of values.format) {
    const { documents: read, peakMb } = readFolder(folders[format])
    const compared = documents.map((document) => {
      const { text, facts, pages, ms, problem } = read[document.name]
      if (problem !== undefined) console.log(`  ${format}: not read: ${problem}`)
      const words = wordsOf(text)
      const { right, changes } = compareWords(document.words, words)
      const scored = scoreFacts(document.expected, facts)
      return { ...document, right, changes, added: words.length - right, scored, pages, ms }
    })
    if (values.show)
      for (const document of compared)
        show(format, document, scoreFacts(document.expected, source[document.name].facts))
    const rightIn = (isTable) => {
      const some = compared.filter((document) => document.isTable === isTable)
      return percent(
        sum(some, ({ right }) => right),
        sum(some, ({ words }) => words.length),
      )
    }
    const pages = sum(compared, (document) => document.pages)
    const ms = sum(compared, (document) => document.ms) / pages
    const { facts, contradictions } = summaryOf(compared.map(({ scored }) => scored))
    console.log(
      `| ${format} | ${pages} | ${rightIn(false)} | ${rightIn(true)} | ${sum(compared, ({ added }) => added)} | ${ms.toFixed(0)} | ${peakMb.toFixed(0)} | ${facts} | ${contradictions} |`,
    )
  }
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
