import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isCompoundFile, streamNames } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { unreadable } from './unreadable.ts'

const require = createRequire(import.meta.url)

interface OfficeCrypto {
  decrypt(bytes: Buffer, options: { password: string }): Promise<Buffer>
}

/**
 * How often a password is hashed is whatever the file says, so an endless number is possible: the deadline of the task
 * ends it.
 */
const unlockOffice = async (bytes: Uint8Array, password: string): Promise<Uint8Array | undefined> => {
  // Refuses files whose sectors run in a circle.
  streamNames(bytes)
  const crypto: OfficeCrypto = require('officecrypto-tool')
  try {
    return await crypto.decrypt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { password })
  } catch (error) {
    if (error instanceof Error && /password is incorrect/i.test(error.message)) return undefined
    return unreadable(documentMessages.stillProtected())
  }
}

interface Qpdf {
  FS: { writeFile(path: string, data: Uint8Array): void; readFile(path: string): Uint8Array }
  callMain(args: string[]): number
}

const wrongPassword = 'invalid password'
/** Done, though with warnings about the file. */
const isDone = (code: number): boolean => code === 0 || code === 3

const unlockPdf = async (bytes: Uint8Array, password: string): Promise<Uint8Array | undefined> => {
  const start: (options: object) => Promise<Qpdf> = require('@neslinesli93/qpdf-wasm')
  const wasmBinary = await readFile(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'))
  const said: string[] = []
  const note = (line: string): number => said.push(line)
  const qpdf = await start({ wasmBinary, noInitialRun: true, print: note, printErr: note })
  qpdf.FS.writeFile('/locked.pdf', bytes)
  // From a file, because an argument that starts with a dash or @ would be read as an option.
  qpdf.FS.writeFile('/password', Buffer.from(password))
  const code = qpdf.callMain(['--password-file=/password', '--decrypt', '/locked.pdf', '/open.pdf'])
  if (isDone(code)) return qpdf.FS.readFile('/open.pdf')
  return said.length === 0 || said.some((line) => line.includes(wrongPassword))
    ? undefined
    : unreadable(documentMessages.stillProtected())
}

/** Removes the password of an Office file or a PDF; undefined if the password is wrong. */
export const unlockFile = async (bytes: Uint8Array, password: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const unlocked = await (isCompoundFile(bytes) ? unlockOffice : unlockPdf)(bytes, password)
  // A buffer of its own, which can be transferred.
  return unlocked && new Uint8Array(unlocked)
}
