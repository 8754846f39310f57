// Renders documents of the corpus into the formats that people send, with the programs that write them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawText, pngOf, scannedPdf } from '../../../packages/server/src/features/documents/fixtures/scans.mjs'
import { htmlOf, mailOf } from './markup.mjs'
import { presentationOf } from './slides.mjs'

const load = (path) =>
  import(new URL(`../../../packages/server/dist/features/documents/${path}.js`, import.meta.url).href)

const programs = { office: 'soffice', browser: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }

/** The programs that are missing, of the two that are needed. */
export const missingPrograms = () =>
  Object.values(programs).filter((program) => spawnSync(program, ['--version']).status !== 0)

const run = (program, args) => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(-1_000)}`)
}

const printPdf = (source, target) => {
  const common = ['--no-sandbox', '--headless', '--disable-gpu', '--no-pdf-header-footer']
  run(programs.browser, [...common, `--print-to-pdf=${target}`, pathToFileURL(source).href])
}

const convert = (folder, sources, { to, filter, from }) => {
  const place = join(folder, '..', 'office-profile')
  run(programs.office, [
    `-env:UserInstallation=${pathToFileURL(place).href}`,
    '--headless',
    ...(from === undefined ? [] : [`--infilter=${from}`]),
    '--convert-to',
    filter === undefined ? to : `${to}:${filter}`,
    '--outdir',
    folder,
    ...sources,
  ])
}

/** A page of a PDF as a picture, smaller and turned if wished, as a scanner with a crooked feeder does. */
const pictureOf = ({ width, height, pixels }, { scale = 1, turned = 0 } = {}) => {
  const page = drawText([], { width, height })
  const image = page.getContext('2d').getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.length; at++) image.data.fill(pixels[at], 4 * at, 4 * at + 3)
  page.getContext('2d').putImageData(image, 0, 0)
  if (scale === 1 && turned === 0) return page
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const scan = drawText([], { ...size, turned })
  scan.getContext('2d').drawImage(page, 0, 0, size.width, size.height)
  return scan
}

const scan = async (source, name, folders) => {
  const { drawPage } = await load('ocr/draw-page')
  const { readPdf } = await load('reading/read-pdf')
  const bytes = new Uint8Array(readFileSync(source))
  const { pages } = await readPdf(bytes.slice())
  const drawn = []
  for (const { page } of pages) {
    const picture = await drawPage(bytes.slice(), 'pdf', page)
    if (picture !== undefined) drawn.push(picture)
  }
  writeFileSync(join(folders['scanned pdf'], `${name}.pdf`), scannedPdf(drawn.map((page) => pictureOf(page))))
  for (const [n, page] of drawn.entries()) {
    const picture = pictureOf(page, { scale: 0.75, turned: 0.006 })
    writeFileSync(join(folders['crooked png'], `${name}.${n + 1}.png`), pngOf(picture))
  }
}

/** The formats and the ending of their files. */
export const formats = {
  source: '',
  html: 'html',
  eml: 'eml',
  docx: 'docx',
  rtf: 'rtf',
  pptx: 'pptx',
  'pdf, browser': 'pdf',
  'pdf, office': 'pdf',
  'scanned pdf': 'pdf',
  'crooked png': 'png',
}

/** Writes each document in each format into `folder`, and returns the folder of each format. Scans take a while to draw. */
export const render = async (folder, documents, { isScanned }) => {
  const folders = Object.fromEntries(Object.keys(formats).map((format) => [format, join(folder, format)]))
  for (const place of Object.values(folders)) mkdirSync(place, { recursive: true })
  for (const { name, path, blocks } of documents) {
    await copyFile(path, join(folders.source, `${name}${extname(path)}`))
    writeFileSync(join(folders.html, `${name}.html`), htmlOf(blocks))
    writeFileSync(join(folders.eml, `${name}.eml`), mailOf(blocks, name))
    writeFileSync(join(folders.pptx, `${name}.pptx`), presentationOf(blocks))
    printPdf(join(folders.html, `${name}.html`), join(folders['pdf, browser'], `${name}.pdf`))
    if (isScanned) await scan(join(folders['pdf, browser'], `${name}.pdf`), name, folders)
  }
  const files = (place, ending) => documents.map(({ name }) => join(place, `${name}.${ending}`))
  const asText = { from: 'HTML (StarWriter)' }
  convert(folders.docx, files(folders.html, 'html'), { to: 'docx', filter: 'MS Word 2007 XML', ...asText })
  convert(folders.rtf, files(folders.html, 'html'), { to: 'rtf', filter: 'Rich Text Format', ...asText })
  convert(folders['pdf, office'], files(folders.docx, 'docx'), { to: 'pdf' })
  for (const [format, ending] of Object.entries(formats))
    for (const { name } of ending === '' || ending === 'png' || format === 'scanned pdf' ? [] : documents)
      if (!existsSync(join(folders[format], `${name}.${ending}`)))
        throw new Error(`${basename(programs.office)} wrote no ${format} of ${name}`)
  return folders
}
