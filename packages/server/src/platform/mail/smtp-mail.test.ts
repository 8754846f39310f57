import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { type Delivered, headersOf, mailContract, sender } from './mail.contract.ts'
import { MailFailure } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] }
const hello = { to: 'ada@example.com', subject: 'Hello', text: 'hello' }
const password = 'p@ss:w/rd'
const credentials = `ada:${encodeURIComponent(password)}@`
const trusting = '?tls.rejectUnauthorized=false'

/** A real SMTP server on a loopback port that records what it receives. */
const startServer = async (options: SMTPServerOptions) => {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 0,
    onData: (stream, session, done) => {
      readAll(stream).then((raw) => {
        delivered.push({ ...readMime(raw), recipients: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {}) // Client errors: clients receive them, and the tests check them there.
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { port, delivered, stop: () => new Promise<void>((stopped) => server.close(() => stopped())) }
}

/** As much of MIME as our mails use. */
const readMime = (raw: string): Omit<Delivered, 'recipients'> => {
  const { headers, body } = readPart(raw)
  const boundary = headers.get('content-type')?.match(/boundary="([^"]+)"/)?.[1]
  if (!boundary) return { headers, text: body, html: undefined }
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  const [text, html] = parts.map((part) => readPart(part.replace(/^\r\n|\r\n$/g, '')))
  expect([text, html].map((part) => part?.headers.get('content-type'))).toEqual([
    'text/plain; charset=utf-8',
    'text/html; charset=utf-8',
  ])
  return { headers, text: text?.body ?? '', html: html?.body }
}

const readPart = (raw: string) => {
  const bodyAt = raw.indexOf('\r\n\r\n') + 4
  const headers = headersOf(format(raw.slice(0, bodyAt - 4).replace(/\r\n[ \t]+/g, ' ')).split('\r\n'))
  const decode = decoders[headers.get('content-transfer-encoding') ?? '7bit'] ?? expect.unreachable('unknown encoding')
  return { headers, body: decode(raw.slice(bodyAt)).replaceAll('\r\n', '\n').replace(/\n$/, '') }
}

const format = (header: string) =>
  header
    .replaceAll('?= =?', '?==?')
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, data: string) => fromBase64(data))
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, data: string) => fromQuotedPrintable(data.replaceAll('_', ' ')))

const fromBase64 = (data: string) => Buffer.from(data, 'base64').toString()

const fromQuotedPrintable = (data: string) =>
  decodeURIComponent(
    data
      .replaceAll('=\r\n', '')
      .replaceAll('%', '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  )

const decoders: Record<string, (data: string) => string> = {
  '7bit': (data) => data,
  base64: fromBase64,
  'quoted-printable': fromQuotedPrintable,
}

mailContract('Mail over SMTP', async () => {
  const { port, delivered, stop } = await startServer(plain)
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: sender })
  return { mail, delivered: async () => delivered, release: stop }
})

describe('SMTP connection', () => {
  const cleanUps: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  })
  const given = async (options: SMTPServerOptions) => {
    const server = await startServer(options)
    cleanUps.push(server.stop)
    return server
  }
  const mailTo = (url: string, timeoutMs = 5_000) => {
    const mail = createSmtpMail({ url, from: sender, timeoutMs })
    cleanUps.push(mail.close)
    return mail
  }
  /** Accepts any user with the right password, and records how the connection was encrypted. */
  const guarded = () => {
    const signIns: { secure: boolean; password: unknown }[] = []
    const onAuth: SMTPServerOptions['onAuth'] = (auth, session, done) => {
      signIns.push({ secure: session.secure, password: auth.password })
      done(null, { user: auth.username })
    }
    return { signIns, onAuth }
  }

  test.each([
    ['smtp', 'STARTTLS before sending the password', {}],
    ['smtps', 'TLS from the start', { secure: true }],
  ])('encrypts %s:// connections by %s', async (scheme, _how, options) => {
    const { signIns, onAuth } = guarded()
    const { port, delivered } = await given({ ...options, onAuth })
    await mailTo(`${scheme}://${credentials}127.0.0.1:${port}${trusting}`).send(hello)
    expect(signIns).toEqual([{ secure: true, password }])
    expect(delivered.length).toBe(1)
  })

  test('never sends the password to a server that offers no encryption', async () => {
    const { signIns, onAuth } = guarded()
    const { port, delivered } = await given({ onAuth, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })
    await expect(mailTo(`smtp://${credentials}127.0.0.1:${port}`).send(hello)).rejects.toThrow(MailFailure)
    expect(signIns).toEqual([])
    expect(delivered).toEqual([])
  })

  test('does not trust a server without a valid certificate', async () => {
    const { signIns, onAuth } = guarded()
    const { port } = await given({ onAuth })
    await expect(mailTo(`smtp://${credentials}127.0.0.1:${port}`).send(hello)).rejects.toThrow(/certificate/)
    expect(signIns).toEqual([])
  })

  test('reports a rejected login without the password, even if the server quotes it', async () => {
    const encoded = Buffer.from(`\0ada\0${password}`).toString('base64')
    const { port } = await given({
      onAuth: (auth, _session, done) => done(new Error(`no entry for ${auth.password} (${encoded})`)),
    })
    const error = await mailTo(`smtp://${credentials}127.0.0.1:${port}${trusting}`)
      .send(hello)
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(MailFailure)
    expect(String(error)).toMatch(/a mail was not sent: Invalid login: .*no entry for \*\*\*/)
    expect(String(error)).not.toContain(encoded)
    expect(error).not.toHaveProperty('cause')
  })

  test('reports a recipient that the server rejects, and sends the next mail', async () => {
    const { port, delivered } = await given({
      ...plain,
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody') ? new Error('no such mailbox') : undefined),
    })
    const mail = mailTo(`smtp://127.0.0.1:${port}`)
    await expect(mail.send({ ...hello, to: 'nobody@example.com' })).rejects.toThrow(/no such mailbox/)
    await mail.send(hello)
    expect(delivered).toMatchObject([{ recipients: ['ada@example.com'] }])
  })

  test('shares few connections among many mails', async () => {
    let connections = 0
    const { port, delivered } = await given({
      ...plain,
      onConnect: (_session, done) => {
        connections++
        done()
      },
    })
    const mail = mailTo(`smtp://127.0.0.1:${port}`)
    await Promise.all(Array.from({ length: 30 }, () => mail.send(hello)))
    expect(delivered.length).toBe(30)
    expect(connections).toBeLessThanOrEqual(5)
  })

  test('gives up on a mail server that never replies', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    cleanUps.push(() => silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await expect(mailTo(`smtp://127.0.0.1:${port}`, 200).send(hello)).rejects.toThrow(
      /was not sent: .*(greeting|timeout)/i,
    )
  })

  test('reports a mail server that is unreachable', async () => {
    const { port, stop } = await startServer(plain)
    await stop()
    await expect(mailTo(`smtp://127.0.0.1:${port}`).send(hello)).rejects.toThrow(/was not sent: .*ECONNREFUSED/)
  })

  test.each([
    'https://ada:secret@example.com',
    'smtp://ada:secret@exa mple.com',
    'smtp://ada:sec%ret@example.com',
    'secret',
  ])('rejects the SMTP address %j without quoting it', (url) => {
    expect(() => createSmtpMail({ url, from: sender })).toThrow(/^the SMTP address must be a URL that begins with smtp/)
  })
})
