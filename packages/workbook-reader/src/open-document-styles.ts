import { attributeOf } from './xml-text.ts'

interface NumberStyle {
  kind: string
  decimals: number
  isGrouped: boolean
  symbol: string
}

const numberStyles = new Set(['number-style', 'percentage-style', 'currency-style', 'date-style', 'time-style'])

const formatOf = ({ kind, decimals, isGrouped, symbol }: NumberStyle): string | undefined => {
  if (kind === 'date-style') return 'yyyy-mm-dd'
  if (kind === 'time-style') return 'h:mm:ss'
  const digits = `${isGrouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(Math.min(decimals, 15))}` : ''}`
  if (kind === 'percentage-style') return `${digits}%`
  if (kind === 'currency-style') return `${symbol === '' ? '' : `"${symbol.replaceAll('"', '')}"`}${digits}`
  return isGrouped || decimals > 0 ? digits : undefined
}

/** Collects the styles of an OpenDocument file: the number format of cells, and which sheets are hidden. */
export const createOpenDocumentStyles = () => {
  const formats = new Map<string, NumberStyle>()
  const cellStyles = new Map<string, { data?: string | undefined; parent?: string | undefined }>()
  const hidden = new Set<string>()
  let number: NumberStyle | undefined
  let family = ''
  let styleName = ''
  let isSymbol = false
  return {
    open: (name: string, tag: string): void => {
      if (numberStyles.has(name)) {
        number = { kind: name, decimals: 0, isGrouped: false, symbol: '' }
        formats.set(attributeOf(tag, 'style:name') ?? '', number)
      } else if (name === 'number' && number !== undefined) {
        number.decimals = Number(attributeOf(tag, 'number:decimal-places') ?? 0) || 0
        number.isGrouped = attributeOf(tag, 'number:grouping') === 'true'
      } else if (name === 'currency-symbol') isSymbol = true
      else if (name === 'style') {
        styleName = attributeOf(tag, 'style:name') ?? ''
        family = attributeOf(tag, 'style:family') ?? ''
        if (family === 'table-cell')
          cellStyles.set(styleName, {
            data: attributeOf(tag, 'style:data-style-name'),
            parent: attributeOf(tag, 'style:parent-style-name'),
          })
      } else if (name === 'table-properties' && family === 'table' && attributeOf(tag, 'table:display') === 'false')
        hidden.add(styleName)
    },
    close: (name: string): void => {
      if (numberStyles.has(name)) number = undefined
      isSymbol = false
    },
    text: (piece: string): void => {
      if (isSymbol && number !== undefined && number.symbol.length < 8) number.symbol += piece.trim().slice(0, 8)
    },
    isHidden: (style: string): boolean => hidden.has(style),
    formatOf: (style: string | undefined): string | undefined => {
      let at = style
      for (let steps = 0; at !== undefined && steps < 8; steps++) {
        const found = cellStyles.get(at)
        const format = found?.data === undefined ? undefined : formats.get(found.data)
        if (format !== undefined) return formatOf(format)
        at = found?.parent
      }
      return undefined
    },
  }
}
