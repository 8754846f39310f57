import { type ErrorName, type ErrorValue, errorValue } from '../value/error-value.ts'
import { maxCells } from './limits.ts'
import type { Relationship } from './relationships.ts'
import { unreadable } from './unreadable.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** What is told of cells beside their values, by the numbers in their attributes `cm` and `vm`, which count from 1. */
export interface CellMetadata {
  isDynamicArray(cm: number): boolean
  /** The error that the cell shows, where the file spells it #VALUE! for older programs. */
  errorOf(vm: number): ErrorValue | undefined
}

/** The errors that came after 2007, by the numbers of rich values. */
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
  const partOf = (kind: string) => relations.find((one) => one.kind === kind)?.target
  const [structures, values] = [partOf('rdRichValueStructure'), partOf('rdRichValue')]
  if (structures === undefined || values === undefined) return []
  /** For each structure, which of its values tells the error. */
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
      if (places.length > maxCells) unreadable('malformed', 'The workbook has too many kinds of rich values')
    },
  })
  const errors: (ErrorValue | undefined)[] = []
  let [wanted, at] = [undefined as number | undefined, 0]
  let isWanted = false
  scanPart(zip, values, {
    open: (name, tag) => {
      if (name === 'rv') {
        if (errors.push(undefined) > maxCells) unreadable('malformed', 'The workbook has too many rich values')
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

/** Reads what the workbook tells of cells beside their values. */
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
          unreadable('malformed', 'The workbook tells too much of its cells')
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
