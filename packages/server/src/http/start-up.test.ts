import { anyone, me, model, nullable, secret } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answering, bareDeps as deps } from '../testing/bare-app.ts'
import { connectTo } from '../testing/listening.ts'
import { type AppDeps, createApp } from './app.ts'
import { handleStream } from './handler.ts'

describe('start', () => {
  const opened: FastifyInstance[] = []
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
  })
  const start = async (differing: Partial<AppDeps>): Promise<void> => {
    const app = await createApp({ ...deps, ...differing })
    opened.push(app)
    await app.ready()
  }

  it('starts if every operation has a handler and every route declares its access', async () => {
    await expect(start({})).resolves.toBeUndefined()
  })

  it('fails the start for a route that declares no access, from whatever plugin', async () => {
    const plant = (app: FastifyInstance) => {
      app.get('/planted', async () => 'hello')
      app.register(async (part) => {
        part.post('/planted-in-a-part', async () => 'hello')
      })
    }
    await expect(start({ watch: plant })).rejects.toThrow(
      /^Routes that declare no access: .*GET \/planted.*POST \/planted-in-a-part/,
    )
  })

  it('fails the start for an operation of the contract without a handler, and names it', async () => {
    const routes = deps.routes.filter(({ operation }) => operation !== me)
    await expect(start({ routes })).rejects.toThrow('Operations that nothing answers: me')
  })

  it('fails the start for a copy of an operation instead of the operation itself', async () => {
    const routes = deps.routes.map((route) => (route.operation === me ? answering({ ...me }) : route))
    await expect(start({ routes })).rejects.toThrow('Operations that nothing answers: me')
  })

  it('fails the start if a handler and its access disagree about whether there is an actor', async () => {
    for (const wrong of operations) {
      const routes = deps.routes.map((route) =>
        route.operation === wrong ? { ...route, needsActor: !route.needsActor } : route,
      )
      await expect(start({ routes })).rejects.toThrow(`${wrong.id}: its handler and its access disagree`)
    }
  })

  it('fails the start for two routes with the same method and path', async () => {
    await expect(start({ extraRoutes: [answering({ ...me })] })).rejects.toThrow(/already declared/)
  })

  it('fails the start for an operation that is not in the contract', async () => {
    const unheardOf = answering({ ...me, id: 'unheardOf', path: '/api/unheard-of' })
    await expect(start({ routes: [...deps.routes, unheardOf] })).rejects.toThrow(
      'Operations that the contract does not list: unheardOf',
    )
    await expect(start({ extraRoutes: [unheardOf] })).resolves.toBeUndefined()
  })

  it('fails the start for an idempotent operation whose answer cannot be stored', async () => {
    const add = { ...me, id: 'add', method: 'POST', path: '/api/add', idempotent: true } as const
    const stream = handleStream(add, async function* () {})
    await expect(start({ extraRoutes: [stream] })).rejects.toThrow('add: a stream cannot be answered again')
    const withSecret = answering({
      ...add,
      answer: model({ account: model({ temporary_password: nullable(secret()) }) }),
    })
    await expect(start({ extraRoutes: [withSecret] })).rejects.toThrow(
      'add: a secret inside a field of the answer would be stored with it',
    )
    const forAnyone = answering({ ...add, access: anyone })
    await expect(start({ extraRoutes: [forAnyone] })).rejects.toThrow('add: without a user there is nobody to repeat')
  })
})

describe('shutdown', () => {
  it('closes a connection without a request at shutdown', async () => {
    const app = await createApp(deps)
    const accepted = new Promise((resolve) => app.server.once('connection', resolve))
    const socket = await connectTo(app)
    await accepted
    const cut = new Promise((resolve) => socket.resume().once('close', resolve))
    await Promise.all([app.close(), cut])
  })

  it('closes the connection of a client that never finishes its request at shutdown', async () => {
    const app = await createApp(deps)
    const begun = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('data', resolve)))
    const socket = await connectTo(app)
    const cut = new Promise((resolve) => socket.resume().once('close', resolve))
    socket.write('GET /healthz HTTP/1.1\r\nHost')
    await begun
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const closed = app.close()
      await vi.advanceTimersByTimeAsync(8_000)
      await Promise.all([closed, cut])
    } finally {
      vi.useRealTimers()
    }
  })
})
