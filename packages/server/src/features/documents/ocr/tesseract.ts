import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'

/** A picture in shades of gray, one byte a pixel. */
export interface GrayPicture {
  width: number
  height: number
  pixels: Uint8Array
  dpi: number
}

/** A recognized word, and the line that it is on. Boxes are in pixels from the upper left corner. */
export interface RecognizedWord {
  text: string
  /** From 0 to 1. */
  confidence: number
  left: number
  right: number
  /** The edges of its line: those of a word depend on its letters. */
  top: number
  bottom: number
  line: string
  paragraph: string
}

interface Engine {
  Init(path: null, language: string, mode: number): number
  SetVariable(name: string, value: string): void
  SetImageFile(orientation: number, angle: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
}

interface Core {
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => Engine
}

const require = createRequire(import.meta.url)
const lstmOnly = 1

/** Loaded from the installed packages; nothing is downloaded or cached. */
const load = async (): Promise<{ core: Core; engine: Engine }> => {
  const start: (options: object) => Promise<Core> = require('tesseract.js-core/tesseract-core-simd-lstm')
  // What it prints about a picture belongs neither into the log nor onto the console.
  const core = await start({ print: () => {}, printErr: () => {} })
  const data = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(data)))
  const engine = new core.TessBaseAPI()
  if (engine.Init(null, 'eng', lstmOnly) !== 0) throw new Error('Text recognition cannot be initialized')
  return { core, engine }
}

let loaded: ReturnType<typeof load> | undefined

const input = '/input'

/** Columns of the table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const lineLevel = '4'
const wordLevel = '5'

const readTable = (table: string): RecognizedWord[] => {
  const words: RecognizedWord[] = []
  let [top, bottom] = [0, 0]
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, line, , left, at, width, height, confidence, ...text] = row.split('\t')
    if (level === lineLevel) [top, bottom] = [Number(at), Number(at) + Number(height)]
    if (level !== wordLevel) continue
    words.push({
      text: text.join(' ').trim(),
      confidence: Math.min(Math.max(Number(confidence) / 100, 0), 1),
      left: Number(left),
      right: Number(left) + Number(width),
      top,
      bottom,
      line: `${block} ${paragraph} ${line}`,
      paragraph: `${block} ${paragraph}`,
    })
  }
  return words
}

/** Recognizes the words of a picture. The engine is loaded once per thread. */
export const recognizeWords = async ({ width, height, pixels, dpi }: GrayPicture): Promise<RecognizedWord[]> => {
  loaded ??= load()
  const { core, engine } = await loaded
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  core.FS.writeFile(input, Buffer.concat([head, pixels]))
  try {
    engine.SetVariable('user_defined_dpi', String(dpi))
    if (engine.SetImageFile(1, 0) !== 0 || engine.Recognize(null) !== 0)
      throw new Error('Text recognition rejected the picture')
    return readTable(engine.GetTSVText(0))
  } finally {
    engine.Clear()
    core.FS.unlink(input)
  }
}
