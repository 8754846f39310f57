export class BodyTooLarge extends Error {
  constructor() {
    super('The answer is too large')
    this.name = 'BodyTooLarge'
  }
}

/** Reads the whole body up to a limit; its Content-Length may be wrong or missing. */
export const readBoundedBody = async ({ body }: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
