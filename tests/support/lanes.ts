import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const testFilesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path))

/** A server test that imports anything from `testing/` needs a database, a service or a socket. */
const needsService = (path: string): boolean => readFileSync(join(root, path), 'utf8').includes('/testing/')

const serverTests = testFilesUnder('packages/server/src')
const serviceTests = serverTests.filter(needsService)

/** Which test files run in which lane; every test file is in exactly one. */
export const lanes = {
  unit: [
    ...serverTests.filter((path) => !serviceTests.includes(path)),
    ...[
      'contract',
      'messages',
      'workbook-reader',
      'engine',
      'facts',
      'memo',
      'paper',
      'fastapi-validation',
      'client',
      'web',
    ].flatMap((name) => testFilesUnder(`packages/${name}/src`)),
  ],
  service: serviceTests,
  process: testFilesUnder('tests'),
  browser: testFilesUnder('packages/web/browser'),
}
