import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigMistakes, readConfig } from './config.ts'

const secret = 's'.repeat(32)
const cluster = { DATABASE_URL: 'postgres://db.example/canvas', JWT_SECRET: secret, JOURNAL_KEY: secret }

const mistakesIn = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigMistakes) return error.mistakes
    throw error
  }
}

describe('environment', () => {
  it('accepts an empty environment: one process, one folder, local machine only', () => {
    const dataDir = resolve('./data')
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: new URL('http://localhost:8080'),
      corsOrigins: [],
      dataDir,
      minFreeBytes: 50_000_000,
      databaseUrl: undefined,
      redis: undefined,
      jwtSecrets: undefined,
      auditTrailKey: undefined,
      mail: { smtpUrl: undefined, outbox: join(dataDir, 'outbox'), from: 'Deal Canvas <no-reply@localhost>' },
      demo: true,
      demoDeals: true,
      digests: true,
      firstSuperadmin: undefined,
      ocr: true,
      embeddings: 'built-in',
      auditHeadUrl: undefined,
      logLevel: 'info',
      metricsToken: undefined,
      trustProxy: false,
      maxIdleConnections: 500,
      quotas: { deals: 1_000, intakes: 50, orgBytes: 21_474_836_480, personBytes: 5_368_709_120 },
    })
  })

  it.each([
    ['HOST and PORT', { HOST: '0.0.0.0', PORT: '80' }, { host: '0.0.0.0', port: 80 }],
    ['the default of PUBLIC_URL', { PORT: '9000' }, { publicUrl: new URL('http://localhost:9000') }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://deals.example' }, { publicUrl: new URL('https://deals.example') }],
    [
      'CORS_ORIGINS',
      { CORS_ORIGINS: 'https://a.example, http://b.example:81' },
      { corsOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    ['DATA_DIR', { DATA_DIR: 'somewhere' }, { dataDir: resolve('somewhere') }],
    ['DATABASE_URL', cluster, { databaseUrl: cluster.DATABASE_URL, jwtSecrets: [secret], auditTrailKey: secret }],
    [
      'DATABASE_URL with a Unix socket',
      { ...cluster, DATABASE_URL: 'postgresql:///canvas?host=/run/postgresql&user=me' },
      { databaseUrl: 'postgresql:///canvas?host=/run/postgresql&user=me' },
    ],
    ['REDIS_URL', { REDIS_URL: 'rediss://r.example' }, { redis: { url: 'rediss://r.example', cluster: false } }],
    [
      'REDIS_CLUSTER',
      { REDIS_URL: 'redis://r.example:6379', REDIS_CLUSTER: 'on' },
      { redis: { url: 'redis://r.example:6379', cluster: true } },
    ],
    [
      'JWT_SECRET as a list, ignoring white space around the commas',
      { JWT_SECRET: `${'n'.repeat(32)}, ${'o'.repeat(32)}` },
      { jwtSecrets: ['n'.repeat(32), 'o'.repeat(32)] },
    ],
    [
      'SMTP_URL and MAIL_FROM',
      { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'deals@mail.example', DATA_DIR: '/srv/canvas' },
      { mail: { smtpUrl: 'smtp://mail.example:25', from: 'deals@mail.example', outbox: '/srv/canvas/outbox' } },
    ],
    [
      'the sender when only PUBLIC_URL is known',
      { PUBLIC_URL: 'https://deals.example', DATA_DIR: '/srv/canvas' },
      { mail: { smtpUrl: undefined, from: 'Deal Canvas <no-reply@deals.example>', outbox: '/srv/canvas/outbox' } },
    ],
    [
      'SUPERADMIN_EMAIL in lower case and SUPERADMIN_PASSWORD unchanged',
      { SUPERADMIN_EMAIL: 'Root@Example.com', SUPERADMIN_PASSWORD: ' Spaces count ' },
      { firstSuperadmin: { email: 'root@example.com', password: ' Spaces count ' } },
    ],
    [
      'EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY',
      { EMBEDDINGS_URL: 'https://e.example/v1', EMBEDDINGS_MODEL: 'small', EMBEDDINGS_KEY: 'k' },
      { embeddings: { url: 'https://e.example/v1', model: 'small', key: 'k' } },
    ],
    [
      'EMBEDDINGS_KEY as optional',
      { EMBEDDINGS_URL: 'https://e.example/v1', EMBEDDINGS_MODEL: 'small' },
      { embeddings: { url: 'https://e.example/v1', model: 'small', key: undefined } },
    ],
    [
      'LLM_URL, LLM_MODEL, LLM_KEY and LLM_TOKENS_PER_DAY',
      { LLM_URL: 'https://l.example/v1', LLM_MODEL: 'small', LLM_KEY: 'k', LLM_TOKENS_PER_DAY: '5000' },
      { llm: { url: 'https://l.example/v1', model: 'small', key: 'k', tokensPerDay: 5_000 } },
    ],
    [
      'LLM_KEY as optional, and 200,000 tokens a day',
      { LLM_URL: 'https://l.example/v1', LLM_MODEL: 'small' },
      { llm: { url: 'https://l.example/v1', model: 'small', key: undefined, tokensPerDay: 200_000 } },
    ],
    ['no model provider unless one is set', {}, { llm: undefined }],
    ['EMBEDDINGS', { EMBEDDINGS: 'words' }, { embeddings: 'words' }],
    ['AUDIT_HEAD_URL', { AUDIT_HEAD_URL: 'https://t.example/heads' }, { auditHeadUrl: 'https://t.example/heads' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'm' }, { metricsToken: 'm' }],
    [
      'QUOTA_DEALS, QUOTA_INTAKES, QUOTA_ORG_BYTES and QUOTA_PERSON_BYTES',
      { QUOTA_DEALS: '5', QUOTA_INTAKES: '6', QUOTA_ORG_BYTES: '7000', QUOTA_PERSON_BYTES: '8000' },
      { quotas: { deals: 5, intakes: 6, orgBytes: 7000, personBytes: 8000 } },
    ],
    [
      'the default quotas: 1,000 deals, 50 intakes, 20 GiB per organization and 5 GiB per person',
      {},
      { quotas: { deals: 1_000, intakes: 50, orgBytes: 21_474_836_480, personBytes: 5_368_709_120 } },
    ],
    ['TRUST_PROXY as on or off', { TRUST_PROXY: 'On' }, { trustProxy: true, maxIdleConnections: undefined }],
    ['a limit on idle connections', { TRUST_PROXY: 'On', MAX_IDLE_CONNECTIONS: '50' }, { maxIdleConnections: 50 }],
    ['no limit on idle connections', { MAX_IDLE_CONNECTIONS: '0' }, { maxIdleConnections: undefined }],
    [
      'TRUST_PROXY as addresses and networks',
      { TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7' },
      { trustProxy: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7' },
    ],
  ])('reads %s', (_rule, env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  it('treats a blank value as not set and trims other values', () => {
    expect(readConfig({ HOST: ' ', PORT: '', DATABASE_URL: '  ', JWT_SECRET: '', LOG_LEVEL: ' ' })).toEqual(
      readConfig({}),
    )
    expect(readConfig({ PORT: ' 81 ', HOST: '\tlocalhost\n' })).toMatchObject({ port: 81, host: 'localhost' })
  })

  it.each(['1', 'true', 'on', 'yes', 'ON'])('reads %s as on', (DEMO) => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO }).demo).toBe(true)
  })
  it('reads DEMO=people as a demo without deals', () => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO: 'people' })).toMatchObject({ demo: true, demoDeals: false })
    expect(readConfig({ DEMO: 'on' }).demoDeals).toBe(true)
  })
  it.each(['0', 'false', 'off', 'no', 'Off'])('reads %s as off', (DEMO) => {
    expect(readConfig({ DEMO }).demo).toBe(false)
  })
})

describe('demo default', () => {
  it.each([
    [true, 'the embedded database on 127.0.0.1', {}],
    [true, 'the embedded database on localhost', { HOST: 'localhost' }],
    [true, 'the embedded database on ::1', { HOST: '::1' }],
    [false, 'the embedded database on a reachable address', { HOST: '0.0.0.0' }],
    [false, 'the embedded database behind a public address', { PUBLIC_URL: 'https://deals.example' }],
    [false, 'PostgreSQL', cluster],
    [true, 'PostgreSQL and DEMO=on', { ...cluster, DEMO: 'on' }],
  ])('sets the demo to %s with %s', (demo, _where, env) => {
    expect(readConfig(env).demo).toBe(demo)
  })
})

describe('invalid environment', () => {
  const url = (...schemes: string[]) =>
    `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  const proxies = 'must be on, off, or the addresses or networks of the proxies to trust, separated by commas'

  it.each([
    ['PORT', ['0', '65536', '80.5', '-1', 'http', '0x50', '1e3'], 'must be a number from 1 to 65535'],
    ['PUBLIC_URL', ['deals.example', 'ftp://deals.example', '//x'], url('http', 'https')],
    [
      'CORS_ORIGINS',
      ['*', 'https://a.example/', 'a.example', 'https://a.example,b', 'b,c'],
      'must list origins such as https://app.example.com, separated by commas',
    ],
    ['REDIS_URL', ['r.example', 'http://r.example'], url('redis', 'rediss')],
    ['REDIS_CLUSTER', ['maybe'], 'must be on or off'],
    ['REDIS_CLUSTER', ['on'], 'requires REDIS_URL'],
    [
      'JWT_SECRET',
      ['short', `${secret},short`, `${secret},`, `${secret}, ${' '.repeat(40)}`],
      'must have at least 32 bytes (each, when several are separated by commas)',
    ],
    ['JOURNAL_KEY', ['short', 's'.repeat(31)], 'must have at least 32 bytes'],
    ['SMTP_URL', ['mail.example', 'http://mail.example'], url('smtp', 'smtps')],
    ['DEMO', ['maybe'], 'must be on or off'],
    ['EMBEDDINGS_URL', ['e.example'], url('http', 'https')],
    ['LLM_URL', ['l.example', 'ftp://l.example'], url('http', 'https')],
    [
      'LLM_URL',
      ['https://me@l.example', 'https://:word@l.example'],
      'must not contain a user name or password; use LLM_KEY',
    ],
    ['LLM_TOKENS_PER_DAY', ['0', '-1', '1.5', 'many'], 'must be a whole number from 1 to 999999999999999'],
    ['AUDIT_HEAD_URL', ['http://t.example', 't.example'], url('https')],
    ['LOG_LEVEL', ['loud'], 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY', ['maybe', '10.0.0', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/x', '10.0.0.0/8/8'], proxies],
    ['TRUST_PROXY', ['fd00::/129', 'loopback/8', '10.0.0.1,', '10.0.0.1,elsewhere'], proxies],
  ])('reports an invalid %s: %j', (name, values, says) => {
    for (const value of values) {
      const companions: Record<string, string> =
        name === 'EMBEDDINGS_URL' ? { EMBEDDINGS_MODEL: 'small' } : name === 'LLM_URL' ? { LLM_MODEL: 'small' } : {}
      expect(mistakesIn({ ...companions, [name]: value })).toEqual([`${name} ${says}`])
    }
  })

  it.each([
    [
      ['JWT_SECRET is required with DATABASE_URL', 'JOURNAL_KEY is required with DATABASE_URL'],
      { DATABASE_URL: cluster.DATABASE_URL },
    ],
    [['JOURNAL_KEY is required with DATABASE_URL'], { DATABASE_URL: cluster.DATABASE_URL, JWT_SECRET: secret }],
    [['SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be set together'], { SUPERADMIN_EMAIL: 'root@example.com' }],
    [['SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be set together'], { SUPERADMIN_PASSWORD: 'a-long-enough-one' }],
    [
      ['SUPERADMIN_EMAIL must be an email address'],
      { SUPERADMIN_EMAIL: 'root', SUPERADMIN_PASSWORD: 'a-long-enough-one' },
    ],
    [
      ['SUPERADMIN_PASSWORD is not acceptable: Password should have at least 10 characters'],
      { SUPERADMIN_EMAIL: 'root@example.com', SUPERADMIN_PASSWORD: '012345678' },
    ],
    [
      ['SUPERADMIN_PASSWORD is not acceptable: Password should not be your email'],
      { SUPERADMIN_EMAIL: 'Root@Example.com', SUPERADMIN_PASSWORD: 'root@example.com' },
    ],
    [['LLM_URL and LLM_MODEL must be set together'], { LLM_URL: 'https://l.example' }],
    [['LLM_URL and LLM_MODEL must be set together'], { LLM_MODEL: 'small' }],
    [['EMBEDDINGS_MODEL is required with EMBEDDINGS_URL'], { EMBEDDINGS_URL: 'https://e.example' }],
    [
      ['EMBEDDINGS cannot be words together with EMBEDDINGS_URL'],
      { EMBEDDINGS: 'words', EMBEDDINGS_URL: 'https://e.example', EMBEDDINGS_MODEL: 'small' },
    ],
  ])('reports variables that are missing or do not fit together: %j', (lines, env) => {
    expect(mistakesIn(env)).toEqual(lines)
  })

  it('reports all mistakes at once, one line each, without repeating any value', () => {
    const marked = 'DO-NOT-SHOW'
    const names = [
      ...[
        'PORT',
        'PUBLIC_URL',
        'CORS_ORIGINS',
        'DATABASE_URL',
        'REDIS_URL',
        'REDIS_CLUSTER',
        'JWT_SECRET',
        'JOURNAL_KEY',
      ],
      ...[
        'SUPERADMIN_EMAIL',
        'SUPERADMIN_PASSWORD',
        'EMBEDDINGS_URL',
        'EMBEDDINGS_MODEL',
        'TRUST_PROXY',
        'SMTP_URL',
        'DEMO',
        'LOG_LEVEL',
      ],
    ]
    const env = {
      ...Object.fromEntries(names.map((name) => [name, marked])),
      EMBEDDINGS_MODEL: '',
      SUPERADMIN_PASSWORD: 'HIDE-THIS',
    }
    const mistakes = mistakesIn(env)
    expect(mistakes.map((line) => line.split(' ')[0])).toEqual(names)
    expect(new Set(mistakes).size).toBe(names.length)
    const thrown = inspect(new ConfigMistakes(mistakes), { depth: 9 })
    for (const value of [marked, 'HIDE-THIS']) expect(thrown).not.toContain(value)
  })

  it('never shows the value of a secret in a mistake', () => {
    const hidden = fc.string({ minLength: 12, maxLength: 31 }).filter((text) => text.trim().length >= 12)
    fc.assert(
      fc.property(hidden, (value) => {
        const env = Object.fromEntries(
          ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'JWT_SECRET', 'JOURNAL_KEY', 'SUPERADMIN_PASSWORD'].map((name) => [
            name,
            value,
          ]),
        )
        const said = mistakesIn(env).join('\n')
        return said !== '' && !said.includes(value.trim())
      }),
    )
  })

  it('reports missing secrets even if DATABASE_URL is invalid', () => {
    expect(mistakesIn({ DATABASE_URL: 'mysql://x' })).toEqual([
      `DATABASE_URL ${url('postgres', 'postgresql')}`,
      'JWT_SECRET is required with DATABASE_URL',
      'JOURNAL_KEY is required with DATABASE_URL',
    ])
  })
})
