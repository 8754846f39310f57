import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Connection } from '../app/connection.ts'
import type { Theme } from '../app/theme.ts'
import type { Observable } from '../ui/observable.ts'
import type { MailedTokens } from './mailed-tokens.ts'
import type { Session } from './session.ts'

/** What the pages are given; made once in main.tsx. */
export interface Services {
  session: Session
  /** What the links in mails brought along. */
  mailed: MailedTokens
  connection: Connection
  queries: QueryClient
  theme: Observable<Theme>
  /** Whether single letters act outside of fields. */
  singleKeys: Observable<'on' | 'off'>
  /** The organization being looked at; empty for the first. */
  orgId: Observable<string>
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export const useServices = (): Services => {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('The page stands outside of its services')
  return services
}
