import { anyone, signedIn } from './access.ts'
import { Me } from './auth.ts'
import { operation } from './operation.ts'
import { model, text } from './schema.ts'
import { maxAvatarBytes, maxIdLength } from './sizes.ts'

const tag = 'Avatars'

export const putAvatar = operation({
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/auth/me/avatar',
  tag,
  summary: 'Upload my photo',
  description:
    'Replaces the photo of the caller. It is stored and served unchanged, at a new address. At most 20 uploads an hour.',
  access: signedIn,
  files: {
    field: 'file',
    maxFiles: 1,
    maxBytes: maxAvatarBytes,
    maxBytesTogether: maxAvatarBytes + 64 * 1024,
    description:
      'A PNG, JPEG or WebP image of at most 256 KiB and 1024 x 1024 pixels, recognized by its content. It is stored and served unchanged: remove its metadata first.',
  },
  answer: Me,
  limit: 'avatar_upload',
})

export const deleteAvatar = operation({
  id: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/auth/me/avatar',
  tag,
  summary: 'Remove my photo',
  description: 'Removes the uploaded photo of the caller, or the link to one.',
  access: signedIn,
})

export const avatar = operation({
  id: 'avatar',
  method: 'GET',
  path: '/api/avatars/{avatar_id}',
  tag,
  summary: 'Download a photo',
  description: 'Answers the photo at the address that an `avatar_url` names. Each upload has a new, random address.',
  access: anyone,
  params: model({ avatar_id: text({ description: 'The photo.', max: maxIdLength }) }),
  answer: text(),
  mediaType: 'image/*',
  errors: ['avatar_not_found', 'range_not_satisfiable'],
})
