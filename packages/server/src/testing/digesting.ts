import { createDigestsStore, type DigestsStore } from '../features/digests/digests.store.ts'
import { createMakeDigests } from '../features/digests/make-digests.ts'
import type { MailMessage } from '../platform/mail/mail.ts'
import type { TestService } from './service.ts'

/** A separate node next to the service that makes digests, whose mail server and store the test controls. */
export const openDigestNode = (
  { service: { database } }: Pick<TestService, 'service'>,
  send: (message: MailMessage) => Promise<void>,
  { now = () => new Date(), store = createDigestsStore(database) }: { now?: () => Date; store?: DigestsStore } = {},
) => {
  const errors: unknown[] = []
  const making = createMakeDigests({
    store,
    database,
    mail: { send },
    publicUrl: new URL('https://canvas.example.com'),
    onError: (error) => errors.push(error),
    now,
  })
  return { ...making, errors }
}
