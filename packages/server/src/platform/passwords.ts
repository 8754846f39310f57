import { hash, verify } from '@node-rs/argon2'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** With no hash the same work is done for nothing, so that the time taken does not tell whether the account exists. */
  matches(password: string, passwordHash: string | null | undefined): Promise<boolean>
}

export const createPasswords = async (): Promise<Passwords> => {
  const nobody = await hash('no account has this password', cost)
  return {
    hash: (password) => hash(password, cost),
    matches: async (password, passwordHash) => {
      const matched = await verify(passwordHash ?? nobody, password)
      return matched && typeof passwordHash === 'string'
    },
  }
}
