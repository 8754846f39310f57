import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { avatar, deleteAvatar, putAvatar } from '@deal-canvas/contract'
import { handle, handleAnyoneBytes, handleFiles, type Route } from '../../http/handler.ts'
import { presentMe } from './accounts.routes.ts'
import type { Avatars } from './avatars.service.ts'

export const avatarRoutes = ({ avatars }: { avatars: Avatars }): Route[] => [
  handleFiles(putAvatar, ({ actor, files }) => avatars.upload(actor, files).then(presentMe)),
  handle(deleteAvatar, ({ actor }) => avatars.remove(actor)),
  handleAnyoneBytes(avatar, async ({ params }) => {
    const { mediaType, bytes } = await avatars.find(params.avatar_id)
    return {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.byteLength,
      mediaType,
      isImmutable: true,
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    }
  }),
]
