import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

interface Outcome {
  held: number
  refusals: string[]
}

let folder: string
const children = new Set<ChildProcess>()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deal-canvas-lock-'))
})
afterEach(async () => {
  await Promise.all([...children].map(kill))
  await rm(folder, { recursive: true, force: true })
})

/** A process that is ready to lock the folder the given number of times at once. */
const locker = async (times = 1): Promise<ChildProcess> => {
  const child = fork(new URL('./fixtures/locker.mjs', import.meta.url), [folder, String(times)], { execArgv: [] })
  children.add(child)
  await once(child, 'message')
  return child
}
const tell = async (child: ChildProcess): Promise<Outcome> => {
  const answer = once(child, 'message')
  child.send('lock')
  return (await answer)[0]
}
const kill = async (child: ChildProcess): Promise<void> => {
  children.delete(child)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
const sockets = () => readdir(join(folder, 'locks'))

describe('folder lock', () => {
  it('rejects a second locker with a message that says what to do', async () => {
    const lock = await lockFolder(folder)
    const second = lockFolder(folder)
    await expect(second).rejects.toBeInstanceOf(FolderInUse)
    await expect(second).rejects.toThrow(
      `The data folder ${folder} is in use by another process. Stop that process, or set DATA_DIR to another folder.`,
    )
    await lock.release()
  })

  it('frees the folder on release and leaves no files in it', async () => {
    await (await lockFolder(folder)).release()
    expect(await sockets()).toEqual([])
    await (await lockFolder(folder)).release()
  })

  it('frees the folder at once when its holder is killed, and removes what it left behind', async () => {
    const holder = await locker()
    expect(await tell(holder)).toEqual({ held: 1, refusals: [] })
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
    await kill(holder)
    const leftBehind = await sockets()
    expect(leftBehind).toHaveLength(1)
    const lock = await lockFolder(folder)
    expect(await sockets()).not.toContain(leftBehind[0])
    expect(await sockets()).toHaveLength(1)
    await lock.release()
  })

  it('stays locked while its holder is alive but does not reply', async () => {
    const holder = await locker()
    await tell(holder)
    holder.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
  })

  it('grants the lock to exactly one of twenty lockers in five processes that start together', async () => {
    const lockers = await Promise.all(Array.from({ length: 5 }, () => locker(4)))
    const outcomes = await Promise.all(lockers.map(tell))
    expect(outcomes.reduce((sum, { held }) => sum + held, 0)).toBe(1)
    expect(outcomes.flatMap(({ refusals }) => refusals)).toEqual(Array(19).fill('FolderInUse'))
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
  })

  it('locks a folder with a path of 300 characters, too long for a socket address', async () => {
    const linksHere = async (): Promise<string[]> => {
      const targets = (await readdir(tmpdir())).map((name) => readlink(join(tmpdir(), name)).catch(() => ''))
      return (await Promise.all(targets)).filter((target) => target.startsWith(folder))
    }
    const long = join(folder, ...Array.from({ length: 3 }, (_, n) => String(n).repeat(100)))
    expect(long.length).toBeGreaterThan(300)
    await mkdir(long, { recursive: true })
    const lock = await lockFolder(long)
    expect(await linksHere()).toEqual([join(long, 'locks')])
    await expect(lockFolder(long)).rejects.toBeInstanceOf(FolderInUse)
    await lock.release()
    await (await lockFolder(long)).release()
    expect(await linksHere()).toEqual([])
  })
})
