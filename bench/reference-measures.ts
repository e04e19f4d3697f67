import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { SearchWorkload } from './search.ts';

/** Reference costs of a measurement: pgbench, the processes of the database, and memory. */
const run = promisify(execFile);

/** Runs the same prepared statement with pgbench, if it is installed. Returns transactions per second and their latency, otherwise null. */
export async function runPgbench(url: string, { text, values }: SearchWorkload['statement'], dir: string): Promise<string | null> {
  const file = join(dir, 'statement.sql');
  writeFileSync(file, `${inline(text, values)};\n`);
  try {
    const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', '-c', '4', '-j', '1', '-T', '3', '-f', file, url]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    const latency = /latency average = ([\d.]+)/.exec(stdout)?.[1];
    return tps ? `${Number(tps).toFixed(0)} a second, ${latency} ms each` : null;
  } catch {
    return null;
  }
}

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
};
/** pgbench has no typed parameters, so the values are written into the text. pgbench reads a statement per line, so line breaks become spaces. */
const inline = (text: string, values: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1])).replace(/\s*\n\s*/g, ' ');

/** The process that started the backend of this connection. */
export async function findPostmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
}

export const readResidentMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};
