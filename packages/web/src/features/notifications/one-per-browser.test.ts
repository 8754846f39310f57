import { describe, expect, it, vi } from 'vitest'
import { onePerBrowser } from './one-per-browser.ts'

/** Tabs of one browser: a lock that one tab holds at a time, and a broadcast channel. */
const playBrowser = () => {
  const waiting: { hold: () => Promise<void>; given: () => void }[] = []
  let held = false
  const next = () => {
    const first = held ? undefined : waiting.shift()
    if (first === undefined) return
    held = true
    void first.hold().then(() => {
      held = false
      first.given()
      next()
    })
  }
  const locks = {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) =>
      new Promise<void>((given, refused) => {
        const place = { hold, given }
        waiting.push(place)
        signal.addEventListener('abort', () => {
          if (!waiting.includes(place)) return
          waiting.splice(waiting.indexOf(place), 1)
          refused(new DOMException('Left', 'AbortError'))
        })
        next()
      }),
  }
  const channels = new Set<{ hear: (event: { data: unknown }) => void }>()
  const openChannel = () => {
    const own = { hear: (_event: { data: unknown }) => {} }
    channels.add(own)
    return {
      postMessage: (data: unknown) => {
        for (const other of channels) if (other !== own) other.hear({ data })
      },
      addEventListener: (_type: 'message', listener: (event: { data: unknown }) => void) => {
        own.hear = listener
      },
      close: () => channels.delete(own),
    }
  }
  const streams: { tell: (message: string) => void; open: boolean }[] = []
  const tab = (abilities: { alone?: boolean } = {}) => {
    const heard: string[] = []
    const leave = onePerBrowser<string>({
      name: 'bell',
      locks: abilities.alone ? undefined : locks,
      openChannel: abilities.alone ? undefined : openChannel,
      open: (tell) => {
        const stream = { tell, open: true }
        streams.push(stream)
        return () => {
          stream.open = false
        }
      },
      isMessage: (message): message is string => typeof message === 'string',
      hear: (message) => heard.push(message),
    })
    return { heard, leave }
  }
  return { tab, streams, open: () => streams.filter((stream) => stream.open), openChannel }
}

describe('one stream per browser', () => {
  it('opens the stream in one tab and delivers its messages to all tabs', () => {
    const { tab, open } = playBrowser()
    const tabs = [tab(), tab(), tab()]
    expect(open()).toHaveLength(1)
    open()[0]?.tell('a mention')
    expect(tabs.map(({ heard }) => heard)).toEqual([['a mention'], ['a mention'], ['a mention']])
  })

  it('opens the stream in exactly one other tab when the holding tab closes', async () => {
    const { tab, open } = playBrowser()
    const [first, second, third] = [tab(), tab(), tab()]
    first.leave()
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    open()[0]?.tell('a reply')
    expect([first.heard, second.heard, third.heard]).toEqual([[], ['a reply'], ['a reply']])
  })

  it('never opens the stream in a tab that closed while waiting for the lock', async () => {
    const { tab, streams, open } = playBrowser()
    const [first, second] = [tab(), tab()]
    second.leave()
    first.leave()
    await vi.waitFor(() => expect(open()).toHaveLength(0))
    expect(streams).toHaveLength(1)
  })

  it('closes the stream with the last tab', () => {
    const { tab, open } = playBrowser()
    tab().leave()
    expect(open()).toHaveLength(0)
  })

  it('opens one stream per tab if the browser does not support locks', () => {
    const { tab, open } = playBrowser()
    const tabs = [tab({ alone: true }), tab({ alone: true })]
    expect(open()).toHaveLength(2)
    open()[0]?.tell('a mention')
    expect(tabs.map(({ heard }) => heard)).toEqual([['a mention'], []])
    tabs[0]?.leave()
    expect(open()).toHaveLength(1)
  })

  it('ignores unknown messages on the channel', () => {
    const { tab, openChannel } = playBrowser()
    const { heard } = tab()
    openChannel().postMessage({ from: 'something else' })
    expect(heard).toEqual([])
  })
})
