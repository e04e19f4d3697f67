import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: 'makao_http_request_seconds',
  help: 'How long requests took, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [registry],
});

export const observe = (method: string, route: string, status: number, ms: number): void => requests.observe({ method, route, status }, ms / 1000);

const seconds = new Counter({
  name: 'makao_second_connections_total',
  help: 'Times somebody who held a connection to PostgreSQL asked for another: each is a mistake of ours',
  labelNames: ['holder'],
  registers: [registry],
});
export const countSecond = (holder: string): void => seconds.inc({ holder });

export function watchPool(pool: pg.Pool): void {
  registry.removeSingleMetric('makao_pool_connections');
  new Gauge({
    name: 'makao_pool_connections',
    help: 'Connections to PostgreSQL',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
