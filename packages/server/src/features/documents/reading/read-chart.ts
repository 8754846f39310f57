import { attributeOf, scanPart, unescapeXml, type Zip } from '@deal-canvas/workbook-reader'
import type { PageWriter } from './page-writer.ts'
import { refuseLargePart } from './part-text.ts'

const maxXml = 16 * 1024 * 1024
/** More points are not read off a chart by a person. */
const maxPoints = 5_000

interface Series {
  name: string
  categories: Map<number, string>
  values: Map<number, string>
}

/** Writes the numbers behind a chart as a table, or the texts of a diagram as paragraphs. */
export const readChart = (zip: Zip, part: string, writer: PageWriter): void => {
  refuseLargePart(zip, part, maxXml)
  const all: Series[] = []
  const texts: string[] = []
  let series: Series | undefined
  let into: 'name' | 'categories' | 'values' | undefined
  let [point, points] = [0, 0]
  let text = ''
  let isText = false
  scanPart(zip, part, {
    open: (name, tag) => {
      if (name === 'ser') {
        series = { name: '', categories: new Map(), values: new Map() }
        all.push(series)
      } else if (name === 'tx') into = 'name'
      else if (name === 'cat' || name === 'xVal') into = 'categories'
      else if (name === 'val' || name === 'yVal') into = 'values'
      else if (name === 'pt') point = Number(attributeOf(tag, 'idx') ?? 0) || 0
      isText = name === 'v' || name === 't'
      if (isText) text = ''
    },
    close: (name) => {
      isText = false
      if (name === 'ser') series = undefined
      else if (name === 't') texts.push(unescapeXml(text))
      else if (name === 'v' && series !== undefined && points++ < maxPoints) {
        if (into === 'name') series.name ||= unescapeXml(text)
        else if (into !== undefined) series[into].set(point, unescapeXml(text))
      }
    },
    text: (piece) => {
      if (isText) text += piece
    },
  })
  // The title of a chart, or everything that a diagram says.
  for (const said of texts) writer.paragraph(said)
  const categories = all.find((own) => own.categories.size > 0)?.categories ?? new Map<number, string>()
  const places = [...new Set([...categories.keys(), ...all.flatMap(({ values }) => [...values.keys()])])]
  if (places.length === 0) return
  const header = ['', ...all.map(({ name }) => name)]
  const rows = places
    .toSorted((a, b) => a - b)
    .map((place) => [categories.get(place) ?? '', ...all.map(({ values }) => shown(values.get(place)))])
  writer.table([header, ...rows])
}

/** Charts store numbers with all digits of the calculation. */
const shown = (value: string | undefined): string => {
  if (value === undefined) return ''
  const number = Number(value)
  return value.trim() === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(11)))
}
