import { Parser } from 'htmlparser2'

interface ListedObject {
  key: string
  size: number
  storedAt: Date
}

interface ObjectListing {
  objects: ListedObject[]
  /** Where the next page starts; undefined on the last page. */
  next: string | undefined
}

/** Reads the answer of ListObjectsV2. */
export const readListing = (xml: string): ObjectListing => {
  const objects: ListedObject[] = []
  const path: string[] = []
  let fields: Record<string, string> = {}
  let next: string | undefined
  const parser = new Parser(
    {
      onopentag: (name) => {
        path.push(name)
        if (name === 'Contents') fields = {}
      },
      ontext: (text) => {
        const [list, parent, field] = path
        if (list === 'ListBucketResult' && parent === 'NextContinuationToken') next = (next ?? '') + text
        if (parent === 'Contents' && field !== undefined && path.length === 3)
          fields[field] = (fields[field] ?? '') + text
      },
      onclosetag: (name) => {
        path.pop()
        if (name !== 'Contents') return
        const { Key = '', Size = '', LastModified = '' } = fields
        objects.push({ key: Key, size: Number(Size), storedAt: new Date(LastModified) })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { objects, next }
}
