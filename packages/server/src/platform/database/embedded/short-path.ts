import { randomUUID } from 'node:crypto'
import { rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

/** A socket address holds about 104 bytes; the longest file name used inside the folder takes 20 of them. */
const roomForFolder = 80

/** A shorter path to a folder whose path is too long for a socket address. */
export const shortPath = async (folder: string): Promise<{ path: string; release(): Promise<void> }> => {
  const keep = async () => {}
  const whole = resolve(folder)
  for (const path of [whole, relative(process.cwd(), whole)]) {
    if (Buffer.byteLength(path) <= roomForFolder) return { path: path === '' ? '.' : path, release: keep }
  }
  const link = join(tmpdir(), `deal-canvas-${randomUUID().slice(0, 8)}`)
  await symlink(whole, link)
  return { path: link, release: () => rm(link, { force: true }) }
}
