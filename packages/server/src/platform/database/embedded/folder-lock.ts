import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { shortPath } from './short-path.ts'

export interface FolderLock {
  release(): Promise<void>
}

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another process. Stop that process, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

type Answer = 'held' | 'trying' | 'gone'

const ask = (path: string): Promise<Answer> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let said = ''
    const finish = (answer: Answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => finish('held'))
    socket.on('data', (chunk) => {
      said += chunk.toString('utf8')
    })
    socket.on('end', () => finish(said === 'trying' ? 'trying' : 'held'))
    socket.on('error', () => finish('gone'))
  })

/**
 * Keeps a second process out of a folder with listening sockets inside it. A pid file would survive a kill and be
 * wrong; a socket accepts connections only while its process lives, even across containers that share the folder.
 *
 * Each process first announces itself (listens under its own name) and only then looks for others. Of two that start
 * together, the one that looks later finds the other's announcement, so both can never hold the folder; two that find
 * each other still trying back off and retry after a random pause.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const locks = join(folder, 'locks')
  await mkdir(locks, { recursive: true, mode: 0o700 })
  const short = await shortPath(locks)
  try {
    for (let attempt = 0; attempt < 6; attempt++) {
      const lock = await tryLock(short.path)
      if (lock === 'held') break
      if (lock !== 'contended') return { release: () => lock.release().then(short.release) }
      await delay(20 + Math.random() * 150)
    }
    throw new FolderInUse(folder)
  } catch (error) {
    await short.release()
    throw error
  }
}

const tryLock = async (locks: string): Promise<FolderLock | 'held' | 'contended'> => {
  let state: Answer = 'trying'
  const own = `${randomUUID().slice(0, 8)}.sock`
  const server = createServer((socket) => socket.on('error', () => {}).end(state))
  await listen(server, join(locks, own))
  const release = async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await rm(join(locks, own), { force: true })
  }

  const others = (await readdir(locks)).filter((name) => name.endsWith('.sock') && name !== own)
  const answers = await Promise.all(others.map((name) => ask(join(locks, name))))
  if (answers.includes('held')) return release().then(() => 'held')
  if (answers.includes('trying')) return release().then(() => 'contended')

  state = 'held'
  server.unref()
  await removeGone(locks, others)
  return { release }
}

/**
 * Tries twice: between bind and listen a socket refuses connections briefly, and its owner's announcement must not be
 * removed.
 */
const removeGone = async (locks: string, names: string[]): Promise<void> => {
  if (names.length === 0) return
  await delay(50)
  for (const name of names) {
    if ((await ask(join(locks, name))) === 'gone') await rm(join(locks, name), { force: true })
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
