import type { LoginResponse } from '@deal-canvas/contract'
import type { HeldSession } from './held-session.ts'

const nobodySignsIn = (): LoginResponse => {
  throw new TypeError('A client with an API key does not sign in')
}

/** Stands for a session in a client with an API key, which is sent with every call and cannot be renewed. */
export const createKeySession = (apiKey: string): HeldSession => ({
  hold: nobodySignsIn,
  forget: () => undefined,
  isOpen: () => true,
  use: (act) => act(apiKey),
  token: async () => apiKey,
  tokenAfter: async () => undefined,
  whenOver: () => () => undefined,
})
