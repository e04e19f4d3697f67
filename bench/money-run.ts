import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFlags } from '../bin/lib.mjs';
import { listProcessTree, readCpuSeconds } from './load.ts';
import { createInvoiceRun, readInvoiceRunTotals } from './money-rows.ts';

type Where = { readonly cluster: { readonly url: string; readonly pid: number }; readonly env: Readonly<Record<string, string>> };

/** Issues the invoices of a month for all tenancies by the code of the worker, in a process that is killed once on the way and started again. */
export async function measureInvoiceRun({ cluster, env }: Where): Promise<void> {
  const { runId, of } = await createInvoiceRun(cluster.url);
  const before = readCpuSeconds(listProcessTree(cluster.pid));
  const began = performance.now();
  const first = work(runId, env);
  // The process is killed when half of the invoices exist.
  for (let at = 0; at < of / 2 && first.child.exitCode === null; at = (await readInvoiceRunTotals(cluster.url, runId)).made) await pause(500);
  first.child.kill('SIGKILL');
  await first.ended;
  const standing = await readInvoiceRunTotals(cluster.url, runId);
  const second = work(runId, env);
  const code = await second.ended;
  if (code !== 0) throw new Error(`the run ended with ${code}`);
  const seconds = (performance.now() - began) / 1000;
  const done = await readInvoiceRunTotals(cluster.url, runId);
  console.log(
    `invoice run over ${of} tenancies: ${seconds.toFixed(1)} s (goal 180), ${(done.made / seconds).toFixed(0)} a second; killed with ${standing.made} made and taken up; ` +
      `${done.made} invoices, ${done.journals} journals, ${done.twice} twice, books out by ${done.unbalanced}`,
  );
  console.log(
    `  memory of the process at most ${Math.max(first.peak(), second.peak()).toFixed(0)} MB, of the second ${quarters(second.held)} MB by quarters of its time; CPU ${(first.cpu() + second.cpu()).toFixed(1)} s of Node, ${(readCpuSeconds(listProcessTree(cluster.pid)) - before).toFixed(1)} s of PostgreSQL`,
  );
}

const quarters = (held: readonly number[]): string =>
  [0.25, 0.5, 0.75, 0.99].map((at) => held[Math.floor(held.length * at)]?.toFixed(0) ?? '?').join(', ');

/** With the memory of `npm start`: a run that needs memory for each tenancy would fail here. */
function work(runId: number, env: Where['env']) {
  const child: ChildProcess = spawn(process.execPath, [...memoryFlags, 'bench/money-run-main.ts', String(runId)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, NODE_ENV: 'production', LOG_LEVEL: 'error' },
  });
  let [peak, cpu] = [0, 0];
  const held: number[] = [];
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
      held.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
      cpu = Math.max(cpu, readCpuSeconds([child.pid ?? 0]));
    } catch {
      // The process has ended.
    }
  }, 100);
  const ended = once(child, 'exit').then(([code]) => {
    clearInterval(look);
    return code as number | null;
  });
  return { child, ended, held, peak: () => peak, cpu: () => cpu };
}
