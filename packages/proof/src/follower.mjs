// Follows a deal over the live channel like the real client: reconnects after every end, on the next node, sends its
// last
// position, and fetches the events in between if it was too late to resume. It checks every event strictly: the real
// client drops an event that arrives twice, here it is counted.
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { call } from './server.mjs'

/** As long as the real client waits when a working connection breaks. */
const beforeReturn = () => 250 + Math.random() * 250

/** Not parsed: presence changes with everyone who joins, and would be most of the parsing. */
const isPresence = (data) => data.toString('latin1', 9, 17) === 'presence'

const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)

/** `hear` is called with each new event. `opened` resolves when the first connection is live. */
export const createFollower = ({ dealId, token, urls, first = 0, hear = () => undefined }) => {
  const follower = { dealId, seq: undefined, liveSince: 0, skipped: 0, repeated: 0, cameLate: 0, ends: new Map() }
  let epoch
  let socket
  let connections = 0
  let over = false
  let cutByUs = false
  let open
  follower.opened = new Promise((resolve) => {
    open = resolve
  })

  const tell = (entry) => {
    if (entry.seq <= follower.seq) {
      follower.repeated += 1
      return
    }
    follower.skipped += entry.seq - follower.seq - 1
    follower.seq = entry.seq
    hear(entry, follower)
  }

  const fetchMissed = async (url, upTo, isCurrent) => {
    while (isCurrent() && follower.seq < upTo) {
      const path = `/api/canvas/${dealId}/events?since=${follower.seq}&epoch=${epoch}`
      const { status, body } = await call(url, 'GET', path, { token })
      if (status !== 200 || !body.recovered || body.events.length === 0) throw new Error(`${status} for ${path}`)
      if (!isCurrent()) return
      for (const { type, ...rest } of body.events) if (rest.seq <= upTo) tell({ ...rest, event_type: type })
    }
  }

  const connect = () => {
    const mine = ++connections
    const url = urls[(first + mine - 1) % urls.length]
    const isCurrent = () => mine === connections && !over
    const address = `${url.replace('http', 'ws')}/api/canvas/${dealId}/live`
    const opening = new WebSocket(address, ['canvas.v1', `bearer.${token}`], {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket = opening
    let now
    /** Events that arrived while earlier ones were still being fetched. */
    let held

    const begin = async ({ recovered, from }) => {
      const known = epoch
      epoch = now
      follower.liveSince = performance.now()
      open()
      if (follower.seq === undefined) follower.seq = from
      if (recovered || follower.seq === from) return
      // From another epoch, or a number that was never reached: the events in between are lost.
      if (known !== now || follower.seq > from) {
        follower.skipped += Math.max(0, from - follower.seq)
        follower.seq = from
        return
      }
      follower.cameLate += 1
      const later = []
      held = later
      try {
        await fetchMissed(url, from, isCurrent)
      } catch (error) {
        count(follower.ends, error.message)
        opening.terminate()
        return
      }
      if (!isCurrent()) return
      held = undefined
      for (const entry of later) tell(entry)
    }

    opening.on('open', () =>
      opening.send(
        JSON.stringify(follower.seq === undefined ? { type: 'ping' } : { type: 'resume', epoch, seq: follower.seq }),
      ),
    )
    opening.on('message', (data) => {
      if (!isCurrent() || isPresence(data)) return
      const frame = JSON.parse(data)
      if (frame.type === 'hello') now = frame.epoch
      else if (frame.type === 'resumed') void begin(frame)
      else if (frame.type === 'event') {
        if (held === undefined) tell(frame)
        else held.push(frame)
      }
    })
    // The reason of the rejection; the close event follows.
    opening.on('error', (error) => isCurrent() && count(follower.ends, error.message))
    opening.on('close', async (code) => {
      if (!isCurrent()) return
      if (!cutByUs) count(follower.ends, `closed with ${code}`)
      cutByUs = false
      await pause(beforeReturn())
      if (isCurrent()) connect()
    })
  }
  connect()

  return Object.assign(follower, {
    /** Like a network failure: the socket is gone without notice to either side. */
    cut: () => {
      cutByUs = true
      socket.terminate()
    },
    stop: () => {
      over = true
      socket.terminate()
    },
  })
}

/** How often channels ended that were not cut here, by reason. */
export const endsOf = (followers) => {
  const all = new Map()
  for (const { ends } of followers) for (const [why, times] of ends) all.set(why, (all.get(why) ?? 0) + times)
  return [...all].map(([why, times]) => `${times} x ${why}`).join(', ') || 'none'
}

const perBatch = 50

/** In batches: a thousand at once would delay one another beyond the timeout of the first message. */
export const openFollowers = async (settings) => {
  const followers = []
  for (let n = 0; n < settings.length; n += perBatch) {
    const batch = settings.slice(n, n + perBatch).map(createFollower)
    followers.push(...batch)
    const tooLong = pause(60_000, undefined, { ref: false }).then(() => {
      throw new Error(`Channels do not open within a minute; they ended: ${endsOf(batch)}`)
    })
    await Promise.race([Promise.all(batch.map(({ opened }) => opened)), tooLong])
  }
  return followers
}
