import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { passwordObjection } from './features/auth/password-rules.ts'
import type { QuotaLimits } from './features/quotas/quotas.service.ts'
import { isLoopbackName } from './platform/addresses.ts'

export interface Config {
  host: string
  port: number
  publicUrl: URL
  corsOrigins: readonly string[]
  dataDir: string
  /** With less free disk space than this, the service is not ready. */
  minFreeBytes: number
  databaseUrl: string | undefined
  redis: { url: string; cluster: boolean } | undefined
  /** The first secret signs, all verify. Undefined: generated once and stored in the data folder. */
  jwtSecrets: readonly [string, ...string[]] | undefined
  auditTrailKey: string | undefined
  mail: { smtpUrl: string | undefined; outbox: string; from: string }
  /** Whether digests of notifications are mailed. */
  digests: boolean
  demo: boolean
  /** Whether the demo includes deals in addition to its users. */
  demoDeals: boolean
  firstSuperadmin: { email: string; password: string } | undefined
  /** Whether scans and images are read by text recognition. */
  ocr: boolean
  embeddings: 'built-in' | 'words' | { url: string; model: string; key: string | undefined }
  /** The model provider, which an organization can switch on; undefined: none. */
  llm:
    | {
        url: string
        model: string
        key: string | undefined
        tokensPerDay: number
        tokensPerDeal: number
        /** For a million tokens of prompts and of answers; undefined: not known. */
        prices: { prompt: number; answer: number } | undefined
      }
    | undefined
  /** URL to which signed heads of audit trails are posted. */
  auditHeadUrl: string | undefined
  logLevel: LogLevel
  metricsToken: string | undefined
  trustProxy: boolean | string
  quotas: QuotaLimits
  /** Idle connections per network; undefined means unlimited. */
  maxIdleConnections: number | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Everything that is wrong with the environment, one line each, so that it can be fixed at once. */
export class ConfigMistakes extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'ConfigMistakes'
    this.mistakes = mistakes
  }
}

/** Reads the environment once. Error messages never repeat values, because some of them are secrets. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const mistakes: string[] = []
  const mistake = (name: string, says: string): undefined => {
    mistakes.push(`${name} ${says}`)
    return undefined
  }
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim()
    return value === undefined || value === '' ? undefined : value
  }
  const word = <Word extends string>(name: string, words: readonly Word[], otherwise: Word): Word => {
    const value = given(name)
    if (value === undefined) return otherwise
    return words.find((item) => item === value) ?? mistake(name, `must be one of ${words.join(', ')}`) ?? otherwise
  }
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = given(name)?.toLowerCase()
    if (value === undefined) return otherwise
    if (['1', 'true', 'on', 'yes'].includes(value)) return true
    if (['0', 'false', 'off', 'no'].includes(value)) return false
    return mistake(name, 'must be on or off') ?? otherwise
  }
  const url = (name: string, protocols: readonly string[]): URL | undefined => {
    const value = given(name)
    if (value === undefined) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed !== undefined && protocols.includes(parsed.protocol)) return parsed
    return mistake(name, `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
  }
  const secret = (name: string): string | undefined => {
    const value = given(name)
    if (value === undefined || Buffer.byteLength(value) >= 32) return value
    return mistake(name, 'must have at least 32 bytes')
  }

  const count = (name: string, otherwise: number): number => {
    const value = given(name)
    if (value === undefined) return otherwise
    const number = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
    return number ?? mistake(name, 'must be a whole number from 1 to 999999999999999') ?? otherwise
  }

  const host = given('HOST') ?? '127.0.0.1'
  const port = ((text = given('PORT') ?? '8080') =>
    /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
      ? Number(text)
      : (mistake('PORT', 'must be a number from 1 to 65535') ?? 8080))()
  const minFreeMb = ((text = given('MIN_FREE_MB') ?? '50') =>
    /^\d{1,7}$/.test(text) ? Number(text) : (mistake('MIN_FREE_MB', 'must be a number of megabytes') ?? 50))()
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? new URL(`http://localhost:${port}`)
  const corsOrigins = (given('CORS_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  if (corsOrigins.some((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)) {
    mistake('CORS_ORIGINS', 'must list origins such as https://app.example.com, separated by commas')
  }

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href
  const redisUrl = url('REDIS_URL', ['redis:', 'rediss:'])?.href
  const cluster = flag('REDIS_CLUSTER', false)
  if (cluster && given('REDIS_URL') === undefined) mistake('REDIS_CLUSTER', 'requires REDIS_URL')

  // Trimmed like every value: a space after the comma would make a different secret and sign everybody out.
  const [signing, ...verifying] = (given('JWT_SECRET')?.split(',') ?? []).map((secret) => secret.trim())
  const jwtSecrets = signing === undefined ? undefined : ([signing, ...verifying] as const)
  if (jwtSecrets?.some((item) => Buffer.byteLength(item) < 32)) {
    mistake('JWT_SECRET', 'must have at least 32 bytes (each, when several are separated by commas)')
  }
  const auditTrailKey = secret('JOURNAL_KEY')
  if (given('DATABASE_URL') !== undefined) {
    // Nodes that each generated their own secret would reject each other's tokens.
    if (jwtSecrets === undefined) mistake('JWT_SECRET', 'is required with DATABASE_URL')
    if (given('JOURNAL_KEY') === undefined) mistake('JOURNAL_KEY', 'is required with DATABASE_URL')
  }

  const superadminEmail = given('SUPERADMIN_EMAIL')
  const superadminPassword = env['SUPERADMIN_PASSWORD'] || undefined
  if ((superadminEmail === undefined) !== (superadminPassword === undefined)) {
    mistake('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD', 'must be set together')
  }
  if (superadminEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(superadminEmail)) {
    mistake('SUPERADMIN_EMAIL', 'must be an email address')
  }
  const objection = superadminPassword && passwordObjection(superadminPassword, [superadminEmail?.toLowerCase() ?? ''])
  if (objection) mistake('SUPERADMIN_PASSWORD', `is not acceptable: ${objection}`)

  const embeddingsUrl = url('EMBEDDINGS_URL', ['http:', 'https:'])?.href
  const embeddingsModel = given('EMBEDDINGS_MODEL')
  if (given('EMBEDDINGS_URL') !== undefined && embeddingsModel === undefined) {
    mistake('EMBEDDINGS_MODEL', 'is required with EMBEDDINGS_URL')
  }
  const embeddingsKind = word('EMBEDDINGS', ['built-in', 'words'], 'built-in')
  if (embeddingsKind === 'words' && embeddingsUrl !== undefined) {
    mistake('EMBEDDINGS', 'cannot be words together with EMBEDDINGS_URL')
  }

  const llmUrl = url('LLM_URL', ['http:', 'https:'])
  const llmModel = given('LLM_MODEL')
  // The address of the endpoint can be logged; a password in it would be, too.
  if (llmUrl !== undefined && (llmUrl.username !== '' || llmUrl.password !== ''))
    mistake('LLM_URL', 'must not contain a user name or password; use LLM_KEY')
  if ((given('LLM_URL') === undefined) !== (llmModel === undefined))
    mistake('LLM_URL and LLM_MODEL', 'must be set together')
  const llmTokensPerDay = count('LLM_TOKENS_PER_DAY', 200_000)
  const llmTokensPerDeal = count('LLM_TOKENS_PER_DEAL', 200_000)
  const llmPrices = given('LLM_PRICES')
  const [promptPrice, answerPrice] =
    /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(llmPrices ?? '')?.slice(1) ?? []
  if (llmPrices !== undefined && promptPrice === undefined)
    mistake(
      'LLM_PRICES',
      'must be two numbers, such as 0.5,1.5: the price of a million tokens of prompts, and of answers',
    )

  const trustProxy = readTrustProxy(given('TRUST_PROXY')) ?? mistake('TRUST_PROXY', trustProxyForm) ?? false
  // All connections of a proxy come from one address, so connections that it keeps open for reuse must not be closed.
  const maxIdleConnections = ((text = given('MAX_IDLE_CONNECTIONS') ?? (trustProxy === false ? '500' : '0')) =>
    /^\d{1,6}$/.test(text)
      ? Number(text)
      : (mistake('MAX_IDLE_CONNECTIONS', 'must be a number; 0 means no limit') ?? 0))()

  const dataDir = resolve(given('DATA_DIR') ?? './data')
  const hasOnlyPeople = given('DEMO')?.toLowerCase() === 'people'
  const config: Config = {
    host,
    port,
    publicUrl,
    corsOrigins,
    dataDir,
    minFreeBytes: minFreeMb * 1_000_000,
    databaseUrl,
    redis: redisUrl === undefined ? undefined : { url: redisUrl, cluster },
    jwtSecrets,
    auditTrailKey,
    mail: {
      smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'])?.href,
      outbox: join(dataDir, 'outbox'),
      from: given('MAIL_FROM') ?? `Deal Canvas <no-reply@${publicUrl.hostname}>`,
    },
    digests: flag('DIGESTS', true),
    demo:
      hasOnlyPeople ||
      flag('DEMO', given('DATABASE_URL') === undefined && isLoopbackName(host) && isLoopbackName(publicUrl.hostname)),
    demoDeals: !hasOnlyPeople,
    firstSuperadmin:
      superadminEmail === undefined || superadminPassword === undefined
        ? undefined
        : { email: superadminEmail.toLowerCase(), password: superadminPassword },
    ocr: flag('OCR', true),
    embeddings:
      embeddingsUrl === undefined || embeddingsModel === undefined
        ? embeddingsKind
        : { url: embeddingsUrl, model: embeddingsModel, key: given('EMBEDDINGS_KEY') },
    llm:
      llmUrl === undefined || llmModel === undefined
        ? undefined
        : {
            url: llmUrl.href,
            model: llmModel,
            key: given('LLM_KEY'),
            tokensPerDay: llmTokensPerDay,
            tokensPerDeal: llmTokensPerDeal,
            prices:
              promptPrice === undefined ? undefined : { prompt: Number(promptPrice), answer: Number(answerPrice) },
          },
    auditHeadUrl: url('AUDIT_HEAD_URL', ['https:'])?.href,
    logLevel: word('LOG_LEVEL', logLevels, 'info'),
    metricsToken: given('METRICS_TOKEN'),
    quotas: {
      deals: count('QUOTA_DEALS', 1_000),
      intakes: count('QUOTA_INTAKES', 50),
      orgBytes: count('QUOTA_ORG_BYTES', 20 * 1024 ** 3),
      personBytes: count('QUOTA_PERSON_BYTES', 5 * 1024 ** 3),
    },
    trustProxy,
    maxIdleConnections: maxIdleConnections === 0 ? undefined : maxIdleConnections,
  }
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes)
  return config
}

const trustProxyForm = 'must be on, off, or the addresses or networks of the proxies to trust, separated by commas'

/** False, true, or the addresses of trusted proxies; undefined for anything else. */
const readTrustProxy = (value = 'off'): boolean | string | undefined => {
  if (/^(0|off|false|no)$/i.test(value)) return false
  if (/^(1|on|true|yes)$/i.test(value)) return true
  const isKnown = (place: string): boolean => {
    const [address = '', prefix, ...rest] = place.split('/')
    if (prefix === undefined) return isIP(address) !== 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest
  }
  return value.split(',').every((place) => isKnown(place.trim())) ? value : undefined
}
