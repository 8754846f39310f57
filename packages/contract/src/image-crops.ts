import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { instant, integer, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'

const tag = 'Image crops'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

export const maxImageBytes = 5 * 1024 * 1024
/** Of each side, in pixels. */
export const maxImageSide = 10_000

export const ImageCrop = model(
  {
    id: uuid(),
    deal_id: dealId,
    document_id: nullable(uuid()),
    page: nullable(integer({ examples: [12] })),
    media_type: oneOf(imageTypes),
    width: integer({ examples: [640] }),
    height: integer({ examples: [360] }),
    size: integer({ examples: [48_213] }),
    sha256: text({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    comment_id: nullable(uuid({ description: 'Null: no comment has it yet; it goes after a day.' })),
    created_by: uuid(),
    created_at: instant(),
  },
  { title: 'ImageCrop' },
)
export type ImageCrop = Static<typeof ImageCrop>

export const addImageCrop = operation({
  id: 'addImageCrop',
  method: 'POST',
  path: '/api/canvas/{deal_id}/image-crops',
  tag,
  summary: 'Keep a picture cut out of a document, to be attached to a comment within a day',
  access: dealRole('commenter'),
  params: model({ deal_id: dealId }),
  files: {
    field: 'file',
    most: 1,
    maxBytes: maxImageBytes,
    maxBytesTogether: maxImageBytes + 64 * 1024,
    description: 'A PNG, JPEG or WebP picture of at most 5 MiB, known by its content.',
    fields: model({
      document_id: optional(uuid({ description: 'The document that it was cut out of.' })),
      page: optional(integer({ minimum: 1, maximum: 100_000 })),
    }),
  },
  answer: ImageCrop,
  status: 201,
  errors: ['document_not_found', 'quota_exceeded'],
})

export const imageCrop = operation({
  id: 'imageCrop',
  method: 'GET',
  path: '/api/canvas/{deal_id}/image-crops/{crop_id}',
  tag,
  summary: 'A picture',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId, crop_id: text({ max: 100 }) }),
  answer: text(),
  mediaType: 'image/*',
  errors: ['crop_not_found'],
})
