import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Connection } from '../app/connection.ts'
import type { Theme } from '../app/theme.ts'
import type { Observable } from '../ui/observable.ts'
import type { MailedTokens } from './mailed-tokens.ts'
import type { Session } from './session.ts'

/** Dependencies of the pages; created once in main.tsx. */
export interface Services {
  session: Session
  /** Tokens from links in mails. */
  mailed: MailedTokens
  connection: Connection
  queries: QueryClient
  theme: Observable<Theme>
  /** Whether single-key shortcuts are enabled. */
  singleKeys: Observable<'on' | 'off'>
  /** The current organization; empty for the first one. */
  orgId: Observable<string>
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export const useServices = (): Services => {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('The page stands outside of its services')
  return services
}
