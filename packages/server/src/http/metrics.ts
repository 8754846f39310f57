import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { whenOver } from './when-over.ts'

interface Deps {
  openStreams(): number
  /** Count since the process started. */
  unhandledRejections(): number
}

/** Prometheus metrics: the process, requests by route and status, open streams, and unhandled rejections. */
export const createMetrics = ({ openStreams, unhandledRejections }: Deps) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'open_streams',
    help: 'Event streams open on this node',
    registers: [registry],
    collect() {
      this.set(openStreams())
    },
  })
  new Counter({
    name: 'unhandled_rejections_total',
    help: 'Promise rejections that no code handled; each is logged and is a bug',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(unhandledRejections())
    },
  })
  return {
    read: () => registry.metrics(),
    watch: (app: FastifyInstance): void => {
      whenOver(app, (request, { status, ms }) => {
        // Uses the route pattern, not the address: one series per route, not per deal.
        const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: String(status) }
        durations.observe(labels, ms / 1000)
      })
    },
  }
}
