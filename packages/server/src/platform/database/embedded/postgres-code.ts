import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The part of WebAssembly used here; Node's own types leave it to the DOM library. */
declare global {
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

let compiling: Promise<WebAssembly.Module> | undefined

/**
 * The compiled WebAssembly module of the embedded database. All threads of a process share it together with its machine
 * code, which halves the restart time after a crash.
 */
export const postgresCode = (): Promise<WebAssembly.Module> => {
  compiling ??= readFile(join(library, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiling
}
