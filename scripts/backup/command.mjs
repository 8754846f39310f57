// npm run backup -- FOLDER, npm run restore -- FOLDER: with the environment of the service itself.
import { resolve } from 'node:path'
import { prepare } from '../toolchain.mjs'
import { backUp, Refusal, restore } from './stores.mjs'

const [act, folder] = process.argv.slice(2)
const acts = { backup: backUp, restore }
if (!(act in acts) || folder === undefined) {
  console.error('Name a folder: npm run backup -- FOLDER, or npm run restore -- FOLDER')
  process.exit(2)
}

prepare()
const { DATABASE_URL, DATA_DIR = './data' } = process.env
try {
  await acts[act]({ databaseUrl: DATABASE_URL || undefined, dataDir: resolve(DATA_DIR) }, resolve(folder))
  console.log(act === 'backup' ? `Backed up to ${resolve(folder)}` : `Restored from ${resolve(folder)}`)
} catch (error) {
  // A folder in use and a refusal are sentences for the operator; anything else is a fault and keeps its stack.
  if (!(error instanceof Refusal) && error?.constructor?.name !== 'FolderInUse') throw error
  console.error(error.message)
  process.exit(1)
}
