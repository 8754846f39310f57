import { describe, expect, it } from 'vitest'
import { keepServices } from './support/services.ts'

const services = keepServices()

describe('startup with an invalid environment', { timeout: 60_000 }, () => {
  it('exits with 1 and one line per configuration error, without a stack trace or the values', async () => {
    const { env } = await services.place()
    const server = await services.launch({
      env: {
        ...env,
        PORT: 'http',
        DATABASE_URL: 'mysql://me:hidden-word@db',
        JWT_SECRET: 'hidden-word',
        LOG_LEVEL: 'loud',
      },
    })
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.said.stdout).toBe('')
    expect(server.said.stderr.split('\n')).toEqual([
      'PORT must be a number from 1 to 65535',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
      'JWT_SECRET must have at least 32 bytes (each, when several are separated by commas)',
      'JOURNAL_KEY is required with DATABASE_URL',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      '',
    ])
  })
})
