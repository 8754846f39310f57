import { anyone, signedIn } from './access.ts'
import { Me } from './auth.ts'
import { operation } from './operation.ts'
import { model, text } from './schema.ts'

const tag = 'Avatars'

export const maxAvatarBytes = 256 * 1024
/** Maximum width and height, in pixels. */
export const maxAvatarSide = 1024

export const putAvatar = operation({
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/auth/me/avatar',
  tag,
  summary: 'Upload my photo; it replaces the one before',
  access: signedIn,
  files: {
    field: 'file',
    most: 1,
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
  summary: 'Remove my photo, or the link to one',
  access: signedIn,
})

export const avatar = operation({
  id: 'avatar',
  method: 'GET',
  path: '/api/avatars/{avatar_id}',
  tag,
  summary: 'A photo, at the address that `avatar_url` names; each upload has a new, random address',
  access: anyone,
  params: model({ avatar_id: text({ max: 100 }) }),
  answer: text(),
  mediaType: 'image/*',
  errors: ['avatar_not_found', 'range_not_satisfiable'],
})
