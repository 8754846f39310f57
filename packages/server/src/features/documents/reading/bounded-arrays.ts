/** No stream of a document that people made is as large, pictures aside, and those are not read. */
const maxBytes = 64 * 1024 * 1024

/**
 * Work in a thread of its own that cannot make an array of more than 64 MiB: what a stream inflates to is kept in one, and
 * the bound on the thread's memory does not count it. The work may swallow the failure, so it asks whether there was one.
 */
export const withBoundedArrays = async <Result>(
  work: (isExceeded: () => boolean) => Promise<Result>,
): Promise<Result> => {
  const own = globalThis.Uint8Array
  let isExceeded = false
  const bounded: Uint8ArrayConstructor = new Proxy(own, {
    construct: (target, given, made): Uint8Array => {
      if (typeof given[0] === 'number' && given[0] > maxBytes) {
        isExceeded = true
        throw new RangeError(`An array of ${given[0]} bytes is too large`)
      }
      return Reflect.construct(target, given, made === bounded ? target : made)
    },
  })
  globalThis.Uint8Array = bounded
  try {
    return await work(() => isExceeded)
  } finally {
    globalThis.Uint8Array = own
  }
}
