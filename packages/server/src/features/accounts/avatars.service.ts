import { maxAvatarSide } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newRandomId } from '../../platform/ids.ts'
import { readImage } from '../../platform/images/read-image.ts'
import type { Accounts, Profile } from './accounts.service.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { AvatarRow, AvatarsStore } from './avatars.store.ts'

interface Deps {
  store: AvatarsStore
  users: Pick<AccountsStore, 'lock' | 'save'>
  accounts: Pick<Accounts, 'profile'>
  database: Pick<Database, 'transaction'>
  now: Clock
}

interface UploadedImage {
  content: AsyncIterable<Uint8Array>
}

/** The upload route limits the size, so the image fits in memory. */
const readBytes = async (files: AsyncIterable<UploadedImage>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const { content } of files) for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export type Avatars = ReturnType<typeof createAvatars>

/** Uploaded profile photos. A photo and its path in the profile change in one transaction. */
export const createAvatars = ({ store, users, accounts, database, now }: Deps) => {
  /**
   * Runs under the lock of the user's row, so that parallel uploads leave exactly one photo: the one in the profile.
   */
  const replace = async (userId: string, avatar: AvatarRow | undefined): Promise<void> => {
    const user = await users.lock(userId)
    // The upload can take minutes: without this check it could restore a photo after the account was erased.
    if (user?.status !== 'active') refuse('session_ended')
    await store.removeOfUser(userId)
    if (avatar !== undefined) await store.add(avatar)
    await users.save(userId, { avatarUrl: avatar === undefined ? null : `/api/avatars/${avatar.id}` }, now())
  }

  return {
    upload: async ({ userId }: Actor, files: AsyncIterable<UploadedImage>): Promise<Profile> => {
      const bytes = await readBytes(files)
      const image = readImage(bytes, { maxSide: maxAvatarSide })
      if ('problem' in image) throw new InvalidInput({ at: ['body', 'file'], reason: image.problem })
      const { mediaType } = image
      return database.transaction(async () => {
        await replace(userId, { id: newRandomId(), userId, mediaType, bytes, createdAt: now() })
        return accounts.profile(userId)
      })
    },

    remove: ({ userId }: Actor): Promise<void> => database.transaction(() => replace(userId, undefined)),

    find: async (id: string): Promise<AvatarRow> => (await store.find(id)) ?? refuse('avatar_not_found'),
  }
}
