import { maxDocumentBytes } from '@deal-canvas/contract'
import { openZip, type Zip } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { unreadable } from './unreadable.ts'

/** A file of an archive. `problem`: why it is not read; its bytes are left out if it is too large. */
export interface ArchiveEntry {
  /** The folders inside the archive, separated by `/`; '' at the top. */
  folder: string
  fileName: string
  bytes: Uint8Array<ArrayBuffer>
  problem?: string
}

const maxEntries = 1_000
const maxExpandedBytes = 1024 * 1024 * 1024
const maxRatio = 100
/** Folders are listed as entries too. */
const maxListed = 5_000
/** The expanded files of one batch are in memory at the same time. */
const batchBytes = 64 * 1024 * 1024
const maxFolderLength = 400

export const openArchive = (bytes: Uint8Array): Zip =>
  openZip(bytes, { entries: maxListed, bytes: maxExpandedBytes, ratio: maxRatio })

/** Files that systems add on their own. */
const isLitter = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$[^/]*$)/i.test(path)

/** The files of an archive; folders and links are left out. */
export const filesOf = (zip: Zip): string[] => {
  const names = zip.names().filter((name) => !name.endsWith('/') && !zip.isLink(name) && !isLitter(name))
  if (names.length === 0) unreadable(documentMessages.emptyArchive())
  if (names.length > maxEntries) unreadable(documentMessages.tooManyEntries({ limit: maxEntries }))
  if (names.reduce((sum, name) => sum + zip.sizeOf(name), 0) > maxExpandedBytes)
    unreadable(documentMessages.archiveTooLarge())
  return names
}

/** A path never leads out of the archive: steps up and roots are dropped. */
const partsOf = (path: string): { folder: string; fileName: string } => {
  const steps = path
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..' && !/^[a-z]:$/i.test(step))
  const clean = steps.map((step) =>
    step
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}]/gu, '')
      .trim(),
  )
  return { folder: clean.slice(0, -1).join('/').slice(0, maxFolderLength), fileName: clean.at(-1) ?? '' }
}

const bytesOf = (zip: Zip, name: string): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(new ArrayBuffer(zip.sizeOf(name)))
  let at = 0
  zip.read(name, (piece) => {
    whole.set(piece, at)
    at += piece.length
  })
  return whole
}

const entryOf = (zip: Zip, name: string): ArchiveEntry => {
  const place = partsOf(name)
  const none = new Uint8Array(new ArrayBuffer(0))
  if (zip.sizeOf(name) > maxDocumentBytes)
    return { ...place, bytes: none, problem: documentMessages.entryTooLarge({ limit: maxDocumentBytes / 2 ** 20 }) }
  try {
    return { ...place, bytes: bytesOf(zip, name) }
  } catch (error) {
    // A damaged file of an archive must not hide the others.
    return { ...place, bytes: none, problem: error instanceof Error ? error.message : documentMessages.damaged() }
  }
}

/** Expands the next files of an archive, from the given place on. */
export const expandArchive = (
  bytes: Uint8Array,
  from: number,
): { entries: ArchiveEntry[]; next: number | undefined } => {
  const zip = openArchive(bytes)
  const names = filesOf(zip)
  const entries: ArchiveEntry[] = []
  let size = 0
  let at = from
  for (; at < names.length && size < batchBytes; at++) {
    const entry = entryOf(zip, names[at] ?? '')
    size += entry.bytes.length
    entries.push(entry)
  }
  return { entries, next: at < names.length ? at : undefined }
}
