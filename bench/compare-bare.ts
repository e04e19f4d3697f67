import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestPerson } from '#test/people.ts';
import { calculateMedian, listProcessTree, measureLoad } from './load.ts';
import { recordStatements, type SqlStatement } from './record-statements.ts';

export type ComparedRequest = { readonly name: string; readonly who: TestPerson; readonly path: string };
type Beside = {
  readonly app: FastifyInstance;
  readonly server: { readonly url: string; readonly pid: number };
  readonly cluster: { readonly url: string; readonly pid: number };
  readonly requests: number;
  readonly explain: boolean;
};
const [clients, rounds, barePort] = [8, 3, 3995];

/** The CPU of calls, Node's and PostgreSQL's together, compared with bare node:http + pg that sends the same statements. */
export async function compareWithBareServer(asked: readonly ComparedRequest[], { app, server, cluster, requests, explain }: Beside): Promise<void> {
  const statements: SqlStatement[][] = [];
  for (const { name, who, path } of asked) {
    const token = await signInForApiToken(app, who);
    await sendRequest(app, path, { token });
    const { answer, statements: heard } = await recordStatements(() => sendRequest(app, path, { token }));
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    if (heard.length === 0) throw new Error(`${name}: nothing was overheard`);
    statements.push(heard);
    console.log(`${name}: ${answer.json.count ?? answer.json.results.length} in all, ${heard.length} statements`);
  }
  if (explain) await plans(cluster.url, statements.flat());
  const bare = spawn(process.execPath, ['bench/bare-server.ts', cluster.url, String(barePort), JSON.stringify(statements)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    for (let tries = 0; tries < 600 && !(await fetch(`http://127.0.0.1:${barePort}/0`).catch(() => null))?.ok; tries++) await pause(100);
    const measure = async (url: string, pid: number, token: string | null) => {
      const runs: { cpuMs: number; p50: number }[] = [];
      for (let round = 0; round <= rounds; round++) {
        const run = await measureLoad({
          url,
          headers: token ? { authorization: `Bearer ${token}` } : {},
          requests,
          clients,
          pids: () => [pid, ...listProcessTree(cluster.pid)],
          check: (status) => status === 200,
        });
        // The first round warms up.
        if (round > 0) runs.push(run);
      }
      return { cpu: calculateMedian(runs.map((run) => run.cpuMs)), p50: calculateMedian(runs.map((run) => run.p50)) };
    };
    console.log(`${'CPU ms a request'.padEnd(26)}${['bare', 'ours', '× bare', 'p50 ms'].map((c) => c.padStart(9)).join('')}`);
    for (const [at, { name, who, path }] of asked.entries()) {
      const yardstick = await measure(`http://127.0.0.1:${barePort}/${at}`, bare.pid ?? 0, null);
      const ours = await measure(server.url + path, server.pid, await signInForApiToken(app, who));
      const cells = [yardstick.cpu.toFixed(2), ours.cpu.toFixed(2), (ours.cpu / yardstick.cpu).toFixed(2), ours.p50.toFixed(1)];
      console.log(name.padEnd(26) + cells.map((c) => c.padStart(9)).join(''));
    }
  } finally {
    bare.kill('SIGTERM');
  }
}

async function plans(url: string, statements: readonly SqlStatement[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const { text, values } of statements.filter((one) => /^select/i.test(one.text))) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${text}`, values);
    console.log(`${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
  }
  await client.end();
}
