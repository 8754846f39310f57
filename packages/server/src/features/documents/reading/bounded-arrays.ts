/** No stream in a document made by a person is this large, except images. */
const maxStreamBytes = 64 * 1024 * 1024

/**
 * Runs work in its own thread with arrays limited to `maxBytes`. Inflated streams are held in such an array, which the
 * thread's memory limit does not count. The work can swallow the error, so it can ask `isExceeded`.
 */
export const withBoundedArrays = async <Result>(
  work: (isExceeded: () => boolean) => Promise<Result>,
  maxBytes = maxStreamBytes,
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
