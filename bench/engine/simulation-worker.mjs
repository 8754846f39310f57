// A worker thread of bench/engine/simulation.mjs: opens the model once, then computes the requested runs.
import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf, runShare } from '@deal-canvas/engine'
import { openOurs } from './ours.mjs'

const { calculator } = openOurs(workerData.model, workerData.bytes)
parentPort.on('message', ({ work, from, to }) => {
  const share = runShare(calculator, work, from, to)
  parentPort.postMessage(share, buffersOf(share))
})
parentPort.postMessage('ready')
