// npm run backup -- FOLDER, npm run restore -- FOLDER [--accept-missing]: uses the environment of the service.
import { resolve } from 'node:path'
import { prepare } from '../toolchain.mjs'
import { backUp, Refusal, restore } from './stores.mjs'

const given = process.argv.slice(2)
const acceptMissing = given.includes('--accept-missing')
const [act, folder] = given.filter((word) => word !== '--accept-missing')
const acts = { backup: backUp, restore }
if (!(act in acts) || folder === undefined) {
  console.error('Name a folder: npm run backup -- FOLDER, or npm run restore -- FOLDER')
  process.exit(2)
}

prepare()
const { DATABASE_URL, DATA_DIR = './data' } = process.env
try {
  await acts[act]({ databaseUrl: DATABASE_URL || undefined, dataDir: resolve(DATA_DIR) }, resolve(folder), {
    acceptMissing,
  })
  console.log(act === 'backup' ? `Backed up to ${resolve(folder)}` : `Restored from ${resolve(folder)}`)
} catch (error) {
  // A locked folder and a Refusal have messages for the operator; any other error is a bug and keeps its stack trace.
  if (!(error instanceof Refusal) && error?.constructor?.name !== 'FolderInUse') throw error
  console.error(error.message)
  process.exit(1)
}
