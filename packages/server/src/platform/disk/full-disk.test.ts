import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSmallDisk, onSmallDisk, type SmallDisk } from '../../testing/small-disk.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { MailFailure } from '../mail/mail.ts'
import { createOutboxMail } from '../mail/outbox-mail.ts'
import { requireDiskSpace } from './disk-space.ts'
import { isStorageFull, StorageFull } from './storage-full.ts'

onSmallDisk('a full disk', () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = makeSmallDisk(8) ?? expect.fail('The disk was not mounted')
  })
  afterEach(() => disk.remove())

  it('detects a disk below the minimum free space or full, and leaves no file behind', async () => {
    const { folder } = disk
    await requireDiskSpace({ folder, minFreeBytes: 1_000_000 })
    await expect(requireDiskSpace({ folder, minFreeBytes: 9_000_000 })).rejects.toThrow(
      'The disk of the data folder is full: 8 MB are free, and 9 MB are needed.',
    )
    await disk.fill()
    await expect(requireDiskSpace({ folder, minFreeBytes: 1 })).rejects.toThrow(StorageFull)
    expect(await readdir(folder)).toEqual(['filler'])
  })

  it('rejects a blob on a full disk with a recognizable error and leaves no part of it behind', async () => {
    const blobs = await createFolderBlobs({ folder: join(disk.folder, 'blobs') })
    await disk.fill()
    const failure = await blobs.put(randomBytes(100_000), { maxBytes: 1_000_000 }).catch((error: unknown) => error)
    expect(isStorageFull(failure)).toBe(true)
    expect(await readdir(join(disk.folder, 'blobs', 'temp'))).toEqual([])
    await disk.clear()
    expect(await blobs.put(randomBytes(100_000), { maxBytes: 1_000_000 })).toMatchObject({ size: 100_000 })
  })

  describe('outbox on a full disk', () => {
    const hello = { to: 'ada@example.com', subject: 'Hi', text: 'x'.repeat(100_000) }
    const waited: unknown[] = []
    const open = () =>
      createOutboxMail({
        folder: join(disk.folder, 'outbox'),
        from: 'Deal Canvas <no-reply@example.com>',
        now: () => new Date(),
        log: () => undefined,
        onWaiting: (error) => waited.push(error),
        retryMs: 1,
      })
    beforeEach(() => {
      waited.length = 0
    })

    it('holds a mail while the disk is full, reports it, and writes it once there is space', async () => {
      const mail = open()
      await disk.fill()
      const sending = mail.send(hello)
      await expect.poll(() => waited.length).toBeGreaterThan(1)
      await disk.clear()
      await sending
      expect((await readdir(join(disk.folder, 'outbox'))).length).toBe(1)
      await mail.close()
    })

    it('rejects a mail that is still waiting for disk space when the service closes', async () => {
      const mail = open()
      await disk.fill()
      const failing = expect(mail.send(hello)).rejects.toThrow(MailFailure)
      await expect.poll(() => waited.length).toBeGreaterThan(1)
      await mail.close()
      await failing
    })
  })
})
