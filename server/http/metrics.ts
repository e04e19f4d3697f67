import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DataDisk } from '#server/kernel/process/disk.ts';
import type { WorkQueue } from '#server/kernel/process/work-queue.ts';

export const metricsRegistry = new Registry();
collectDefaultMetrics({ register: metricsRegistry });

const requests = new Histogram({
  name: 'makao_http_request_seconds',
  help: 'Duration of HTTP requests in seconds, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [metricsRegistry],
});

const series = new Map<string, ReturnType<typeof requests.labels>>();
/** The labels are validated once for each series; there are as many series as combinations of route and status. */
export function observeRequest(method: string, route: string, status: number, ms: number): void {
  const key = `${method} ${status} ${route}`;
  const one = series.get(key) ?? requests.labels({ method, route, status });
  series.set(key, one);
  one.observe(ms / 1000);
}

const seconds = new Counter({
  name: 'makao_second_connections_total',
  help: 'Requests for a second connection to PostgreSQL while one was in use. Each one is a defect of Makao.',
  labelNames: ['holder'],
  registers: [metricsRegistry],
});
export const countSecondConnection = (holder: string): void => seconds.inc({ holder });

export function watchPool(pool: pg.Pool): void {
  metricsRegistry.removeSingleMetric('makao_pool_connections');
  new Gauge({
    name: 'makao_pool_connections',
    help: 'Connections to PostgreSQL, by state',
    labelNames: ['state'],
    registers: [metricsRegistry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

export function watchDisk(disk: DataDisk): void {
  for (const name of ['makao_disk_writable', 'makao_disk_free_bytes']) metricsRegistry.removeSingleMetric(name);
  new Gauge({
    name: 'makao_disk_writable',
    help: '1 if the data directory is writable, otherwise 0',
    registers: [metricsRegistry],
    async collect() {
      this.set((await disk.writable()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'makao_disk_free_bytes',
    help: 'Free space in bytes on the disk of the data directory',
    registers: [metricsRegistry],
    async collect() {
      this.set(await disk.freeBytes().catch(() => 0));
    },
  });
}

export function watchPictures(pictures: WorkQueue): void {
  metricsRegistry.removeSingleMetric('makao_pictures');
  new Gauge({
    name: 'makao_pictures',
    help: 'Pictures that are being processed and requests that wait for processing, by state',
    labelNames: ['state'],
    registers: [metricsRegistry],
    collect() {
      const { running, waiting } = pictures.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
