import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';

export type LoadMeasurement = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cpuMs: number };

/** CPU seconds of these processes, from /proc (Linux), including children that ended, so that the share of a closed backend still counts. */
export function readCpuSeconds(pids: readonly number[]): number {
  const ticks = 100;
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + [11, 12, 13, 14].reduce((all, at) => all + Number(fields[at]), 0) / ticks;
    } catch {
      return sum;
    }
  }, 0);
}

/** The process ids of a process and all its descendants, because PostgreSQL starts a backend per connection. */
export function listProcessTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]));
    } catch {
      // The process has ended since its id was listed.
    }
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

/** Requests one address repeatedly from a few keep-alive connections and measures the cost for the servers, not for this client. */
export async function measureLoad(options: {
  url: string;
  headers?: Record<string, string>;
  requests: number;
  clients: number;
  pids: () => number[];
  check: (status: number, body: string) => boolean;
}): Promise<LoadMeasurement> {
  const { url, headers = {}, requests, clients, pids, check } = options;
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let left = requests;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      const request = http.get(url, { agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          times.push(performance.now() - began);
          if (!check(response.statusCode ?? 0, Buffer.concat(parts).toString()))
            reject(new Error(`${url} answered ${response.statusCode}, not what it should`));
          else resolve();
        });
      });
      request.on('error', reject);
    });
  const client = async () => {
    while (left-- > 0) await one();
  };
  const before = readCpuSeconds(pids());
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  const cpu = readCpuSeconds(pids()) - before;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: requests / seconds, p50: at(0.5), p99: at(0.99), cpuMs: (cpu * 1000) / requests };
}

export const calculateMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
