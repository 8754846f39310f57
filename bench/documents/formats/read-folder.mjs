// Reads the files of a folder as the service does, in a process of its own, whose peak memory is that of the reading.
// Prints a line of JSON: each document's text, pages and facts, or why it cannot be read.
//
//   node bench/documents/formats/read-folder.mjs <folder> <JSON: deal type by document>
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const load = (path) =>
  import(new URL(`../../../packages/server/dist/features/documents/${path}.js`, import.meta.url).href)
const { digitize, facts, judge, putRecognized } = await load('digitize.worker')
const { unpackDigitized } = await load('digitized')
const { pagesOf, readFacts } = await load('facts/read-facts')
const { recognize } = await load('ocr/recognize.worker')

const [folder, given] = process.argv.slice(2)
const dealTypes = JSON.parse(given)

class Unread extends Error {}

const must = ({ ok, answer, problem }, fileName) => {
  if (!ok) throw new Unread(`${fileName}: ${problem}`)
  return answer
}

const read = async (fileName) => {
  const bytes = new Uint8Array(readFileSync(join(folder, fileName)))
  const file = () => ({ bytes: bytes.slice(), fileName, ocr: true })
  const { kind } = must(await judge(file()), fileName)
  const { content, scanned } = must(await digitize({ ...file(), kind }), fileName)
  if (scanned.length === 0) return { kind, content, bytes }
  const pages = []
  for (const page of scanned) pages.push(must(await recognize({ bytes: bytes.slice(), kind, page }), fileName))
  const merged = must(await putRecognized({ content, pages, fileBytes: bytes.length }), fileName)
  return { kind, content: merged.content, bytes }
}

/** The files of a document: one, or a picture for each page. */
const filesByName = new Map()
for (const fileName of readdirSync(folder).toSorted(new Intl.Collator('en', { numeric: true }).compare)) {
  const [name] = fileName.split('.')
  filesByName.set(name, [...(filesByName.get(name) ?? []), fileName])
}
const [warmUp] = [...filesByName.values()]
await read(warmUp[0])

const readDocument = async (name, files) => {
  const answers = []
  for (const fileName of files) answers.push({ fileName, ...(await read(fileName)) })
  const digitized = answers.map(({ content }) => unpackDigitized(content))
  const options = { dealType: dealTypes[name] }
  const [{ bytes, kind, fileName }] = answers
  if (digitized[0].kind === 'workbook') {
    const found = must(await facts({ bytes, kind, fileName, ocr: true, isContent: false, options }), fileName)
    return { pages: 1, text: digitized[0].lines.map((line) => line.text).join('\n'), facts: found.facts }
  }
  const pages = digitized.flatMap((part) => part.pages).map((page, n) => ({ ...page, page: n + 1 }))
  const { facts: found } = readFacts(pagesOf({ ...digitized[0], pages }), options)
  return { pages: pages.length, text: pages.map((page) => page.text).join('\n'), facts: found }
}

const documents = {}
for (const [name, files] of filesByName) {
  const begun = performance.now()
  try {
    documents[name] = await readDocument(name, files)
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    documents[name] = { pages: files.length, text: '', facts: [], problem: error.message }
  }
  documents[name].ms = performance.now() - begun
}
// The peak in the resource usage of a process includes that of the process that started it.
const [, peakKb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
console.log(JSON.stringify({ documents, peakMb: peakKb / 1024 }))
