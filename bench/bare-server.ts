import http from 'node:http';
import pg from 'pg';

/**
 * The comparison server: node:http and pg, one prepared query per address (or several in sequence), nothing else. bench/main.ts starts it with the
 * queries and the port.
 */
const [url = '', port = '0', statements = '[]'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
type Statement = { text: string; values: unknown[] };
const all = JSON.parse(statements) as (Statement | Statement[])[];
http
  .createServer(async (request, response) => {
    const at = Number(request.url?.slice(1) ?? 0) || 0;
    const results: unknown[] = [];
    for (const [n, one] of [all[at] ?? { text: 'select 1', values: [] }].flat().entries())
      results.push(...(await pool.query({ name: `b${at}_${n}`, ...one })).rows);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results, count: results.length }));
  })
  .listen(Number(port), '127.0.0.1');
