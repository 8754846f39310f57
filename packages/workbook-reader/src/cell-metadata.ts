import { type ErrorName, type ErrorValue, errorValue } from './error-value.ts'
import { maxCells } from './limits.ts'
import type { Relationship } from './relationships.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** Metadata of cells, by the 1-based indexes in their attributes `cm` and `vm`. */
export interface CellMetadata {
  isDynamicArray(cm: number): boolean
  /** The error that the cell shows, if the file stores #VALUE! instead for older programs. */
  errorOf(vm: number): ErrorValue | undefined
}

/** Errors introduced after 2007, by their rich value numbers. */
const laterErrors: Record<number, ErrorName> = {
  8: '#SPILL!',
  9: '#CONNECT!',
  10: '#BLOCKED!',
  11: '#UNKNOWN!',
  12: '#FIELD!',
  13: '#CALC!',
}

interface MetadataRecord {
  type: number
  value: number
}

/** The errors among the rich values of a workbook. */
const readRichErrors = (zip: Zip, relations: readonly Relationship[]): (ErrorValue | undefined)[] => {
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.target
  const [structures, values] = [partOf('rdRichValueStructure'), partOf('rdRichValue')]
  if (structures === undefined || values === undefined) return []
  /** For each structure, the index of the value that holds the error. */
  const places: (number | undefined)[] = []
  let isError = false
  let place = 0
  scanPart(zip, structures, {
    open: (name, tag) => {
      if (name === 's') {
        isError = attributeOf(tag, 't') === '_error'
        place = 0
        places.push(undefined)
      } else if (name === 'k') {
        if (isError && attributeOf(tag, 'n') === 'errorType') places[places.length - 1] = place
        place += 1
      }
      if (places.length > maxCells) unreadable('malformed', messages.tooManyDataTypes())
    },
  })
  const errors: (ErrorValue | undefined)[] = []
  let [wanted, at] = [undefined as number | undefined, 0]
  let isWanted = false
  scanPart(zip, values, {
    open: (name, tag) => {
      if (name === 'rv') {
        if (errors.push(undefined) > maxCells) unreadable('malformed', messages.tooManyDataTypes())
        wanted = places[countOf(attributeOf(tag, 's')) ?? -1]
        at = 0
      } else if (name === 'v') {
        isWanted = at === wanted
        at += 1
      }
    },
    close: (name) => {
      if (name === 'v') isWanted = false
    },
    text: (piece) => {
      const error = isWanted ? laterErrors[countOf(piece) ?? -1] : undefined
      if (error !== undefined) errors[errors.length - 1] = errorValue(error)
    },
  })
  return errors
}

/** Reads the cell metadata of a workbook. */
export const readCellMetadata = (zip: Zip, relations: readonly Relationship[]): CellMetadata => {
  const part = relations.find(({ kind }) => kind === 'sheetMetadata')?.target
  const types: string[] = []
  const [ofCells, ofValues]: [MetadataRecord[], MetadataRecord[]] = [[], []]
  const richValues: number[] = []
  let list: MetadataRecord[] | undefined
  let isRich = false
  if (part !== undefined)
    scanPart(zip, part, {
      open: (name, tag) => {
        if (name === 'metadataType') types.push(attributeOf(tag, 'name') ?? '')
        else if (name === 'cellMetadata') list = ofCells
        else if (name === 'valueMetadata') list = ofValues
        else if (name === 'futureMetadata') isRich = attributeOf(tag, 'name') === 'XLRICHVALUE'
        else if (name === 'rvb' && isRich) richValues.push(countOf(attributeOf(tag, 'i')) ?? -1)
        else if (name === 'rc' && list !== undefined)
          list.push({
            type: (countOf(attributeOf(tag, 't')) ?? 0) - 1,
            value: countOf(attributeOf(tag, 'v')) ?? -1,
          })
        if (types.length + ofCells.length + ofValues.length + richValues.length > maxCells)
          unreadable('malformed', messages.tooMuchMetadata())
      },
      close: (name) => {
        if (name === 'cellMetadata' || name === 'valueMetadata') list = undefined
      },
    })
  const errors = ofValues.length === 0 ? [] : readRichErrors(zip, relations)
  return {
    isDynamicArray: (cm) => types[ofCells[cm - 1]?.type ?? -1] === 'XLDAPR',
    errorOf: (vm) => {
      const record = ofValues[vm - 1]
      if (record === undefined || types[record.type] !== 'XLRICHVALUE') return undefined
      return errors[richValues[record.value] ?? -1]
    },
  }
}
