import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { workerFile } from './worker-file.ts'

test.each([
  [
    'in src, uses the compiled file in dist',
    '/app/server/src/features/a.ts',
    './b.worker.ts',
    '/app/server/dist/features/b.worker.js',
  ],
  [
    'in dist, uses the compiled file next to it',
    '/app/server/dist/features/a.js',
    './b.worker.ts',
    '/app/server/dist/features/b.worker.js',
  ],
  ['replaces only the innermost src folder', '/src/app/src/a.ts', '../src/b.worker.ts', '/src/app/dist/b.worker.js'],
  ['keeps dist below a folder named src', '/src/app/dist/a.js', './b.worker.ts', '/src/app/dist/b.worker.js'],
  ['accepts a folder with a space', '/my app/src/a.ts', './b.worker.ts', '/my%20app/dist/b.worker.js'],
])('locates the worker file: %s', (_rule, caller, file, expected) => {
  expect(workerFile(`file://${caller}`, file).href).toBe(`file://${expected}`)
})

test('locates the bundle of a worker if the build made one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deal-canvas-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const caller = pathToFileURL(join(folder, 'a.js')).href
  expect(workerFile(caller, './b.worker.ts').pathname).toMatch(/\/b\.worker\.js$/)
  writeFileSync(join(folder, 'b.worker.bundle.js'), '')
  expect(workerFile(caller, './b.worker.ts').pathname).toMatch(/\/b\.worker\.bundle\.js$/)
})
