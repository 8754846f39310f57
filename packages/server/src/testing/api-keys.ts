import type { ApiKeyScope, IssuedApiKey } from '@deal-canvas/contract'
import type { Answer, Person, TestService } from './service.ts'

export interface KeyHolder extends Pick<Person, 'token' | 'userId' | 'get' | 'send'> {
  keyId: string
  version: number
}

export interface WantedKey {
  name?: string
  scope?: ApiKeyScope
  all_deals?: boolean
  deal_ids?: string[]
  expires_in_days?: number
}

/** Requests with an API key, in the manner of a signed-in person. */
export const holderOf = (
  { send }: Pick<TestService, 'send'>,
  { key_id: keyId, user_id: userId, key: token = '', version }: IssuedApiKey,
): KeyHolder => ({
  token,
  userId,
  keyId,
  version,
  get: (path) => send('GET', path, { token }),
  send: (method, path, body, headers = {}) => send(method, path, { token, body, headers }),
})

export const askForKey = (by: Pick<Person, 'send'>, orgId: string, wanted: WantedKey): Promise<Answer> =>
  by.send('POST', `/api/orgs/${orgId}/api-keys`, { name: 'Fund reporting', scope: 'read', ...wanted })

/** Creates a key as an owner of the organization would. */
export const issueKey = async (
  app: TestService,
  by: Pick<Person, 'send'>,
  orgId: string,
  wanted: WantedKey = {},
): Promise<KeyHolder> => {
  const answer = await askForKey(by, orgId, wanted)
  if (answer.status !== 201) throw new Error(`No key was created: ${answer.status} ${JSON.stringify(answer.body)}`)
  return holderOf(app, answer.body)
}
