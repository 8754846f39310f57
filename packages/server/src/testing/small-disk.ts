import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { reportMissing } from './report-missing.ts'

/** A separate file system that can really be full. */
export interface SmallDisk {
  folder: string
  /** Fills it to the last byte. */
  fill(): Promise<void>
  /** Frees the space that was filled. */
  clear(): Promise<void>
  remove(): void
}

const mount = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0

export const makeSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'deal-canvas-disk-'))
  if (!mount(folder, megabytes)) {
    rmdirSync(folder)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: async () => {
      const file = await open(filler, 'a')
      try {
        // Writes smaller and smaller pieces until the last page is used.
        for (const size of [4_000_000, 100_000, 4_096, 1])
          for (;;)
            if (
              !(await file.appendFile(Buffer.alloc(size, 1)).then(
                () => true,
                () => false,
              ))
            )
              break
      } finally {
        await file.close()
      }
    },
    clear: () => rm(filler, { force: true }),
    remove: () => {
      // Lazy unmount: a process that is about to end may still have a file open.
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

/** Runs a suite with a full disk; reports it as missing if no file system can be mounted. */
export const onSmallDisk = (title: string, rules: () => void): void => {
  const probe = makeSmallDisk(1)
  probe?.remove()
  if (probe === undefined) reportMissing(title, 'no filesystem can be mounted here (root is needed)')
  else describe(title, rules)
}
