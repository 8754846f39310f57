export interface Ended {
  code: number | null
  signal: string | null
}

export interface Server {
  pid: number
  url: string
  port: number
  said: { stdout: string; stderr: string }
  says(text: string): Promise<void>
  ended: Promise<Ended>
  signal(name: NodeJS.Signals): Promise<Ended>
  stop(): Promise<Ended>
  kill(): Promise<Ended>
}

export interface Place {
  env: Record<string, string>
  remove(): Promise<void>
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it then asserts
  body: any
  cookie: string | undefined
  headers: Headers
}

interface Sending {
  token?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}

interface Launch {
  env: Record<string, string>
  command?: string[]
}

export const readyLine: string
export const demoPassword: string
export const demoEmails: readonly string[]
export const freePort: () => Promise<number>
export const makePlace: (options?: { databaseUrl?: string }) => Promise<Place>
export const launch: (options: Launch) => Promise<Server>
export const startServer: (options: Launch) => Promise<Server>
export const call: (url: string, method: string, path: string, sending?: Sending) => Promise<Answer>
export const signIn: (
  url: string,
  email: string,
  options?: { password?: string; headers?: Record<string, string> },
) => Promise<{ email: string; token: string; cookie: string }>
export const printFacts: (databaseUrl?: string) => void
export const quantile: (values: number[], share: number) => number
