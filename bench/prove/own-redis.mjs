// A Redis of a proof's own, on a free port, that keeps nothing: what else runs on the machine hears nothing of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../server.mjs'

const answers = async (port) => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if (error.code !== 'ECONNREFUSED') throw error
    return false
  } finally {
    socket.destroy()
  }
}

/** Runs the work with it; it is gone afterwards, whatever happens in between. */
export const withOwnRedis = async (work) => {
  const port = await freePort()
  const settings = ['--port', port, '--bind', '127.0.0.1', '--dir', tmpdir(), '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', settings.map(String), { stdio: 'ignore' })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const starts = async () => {
    while (!(await answers(port))) await pause(20)
    return 'started'
  }
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)
  try {
    if ((await Promise.race([starts(), ended])) !== 'started') throw new Error('redis-server ended as it started')
    return await work(`redis://127.0.0.1:${port}`)
  } finally {
    process.off('exit', stopWithUs)
    child.kill('SIGKILL')
    await ended
  }
}
