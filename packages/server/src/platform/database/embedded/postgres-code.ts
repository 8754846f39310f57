import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What Node has of it; its own types leave it to those of browsers. */
declare global {
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

let compiling: Promise<WebAssembly.Module> | undefined

/**
 * The program of the embedded database. All threads of a process share one, and with it the machine code that was made for
 * those before them: a database that is started again after a crash is back in half the time.
 */
export const postgresCode = (): Promise<WebAssembly.Module> => {
  compiling ??= readFile(join(library, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiling
}
