import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { instant, integer, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxIdLength, maxImageBytes } from './sizes.ts'

const tag = 'Image crops'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

export const ImageCrop = model(
  {
    id: uuid({ description: 'The picture.' }),
    deal_id: dealId,
    document_id: nullable(uuid({ description: 'The document it was cut out of; null: unknown.' })),
    page: nullable(integer({ description: 'The page of the document; null: unknown.', examples: [12] })),
    media_type: oneOf(imageTypes, { description: 'The media type.' }),
    width: integer({ description: 'The width in pixels.', examples: [640] }),
    height: integer({ description: 'The height in pixels.', examples: [360] }),
    size: integer({ description: 'The size in bytes.', examples: [48_213] }),
    sha256: text({
      description: 'The SHA-256 of the content, in hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    comment_id: nullable(uuid({ description: 'Null: no comment has it yet; it goes after a day.' })),
    created_by: uuid({ description: 'Who created it.' }),
    created_at: instant({ description: 'When it was created.' }),
  },
  { title: 'ImageCrop' },
)
export type ImageCrop = Static<typeof ImageCrop>

export const addImageCrop = operation({
  id: 'addImageCrop',
  method: 'POST',
  path: '/api/canvas/{deal_id}/image-crops',
  tag,
  summary: 'Upload a picture for a comment',
  description:
    'Stores a picture cut out of a document. It must be attached to a comment within a day, or it is removed.',
  access: dealRole('commenter'),
  params: model({ deal_id: dealId }),
  files: {
    field: 'file',
    maxFiles: 1,
    maxBytes: maxImageBytes,
    maxBytesTogether: maxImageBytes + 64 * 1024,
    description: 'A PNG, JPEG or WebP picture of at most 5 MiB, known by its content.',
    fields: model(
      {
        document_id: optional(uuid({ description: 'The document that it was cut out of.' })),
        page: optional(integer({ description: 'The page of the document.', minimum: 1, maximum: 100_000 })),
      },
      { title: 'ImageCropFields' },
    ),
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
  summary: 'Download a picture',
  description: 'Answers a picture that was uploaded for a comment.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId, crop_id: text({ description: 'The picture.', max: maxIdLength }) }),
  answer: text(),
  mediaType: 'image/*',
  errors: ['crop_not_found'],
})
