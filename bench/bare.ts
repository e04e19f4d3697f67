import http from 'node:http';
import pg from 'pg';

/** The yardstick: node:http and pg, one prepared query an address, nothing else. Started by bench/main.ts with the queries and the port. */
const [url = '', port = '0', statements = '[]'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const all = JSON.parse(statements) as { text: string; values: unknown[] }[];
http
  .createServer(async (request, response) => {
    const at = Number(request.url?.slice(1) ?? 0) || 0;
    const { rows } = await pool.query({ name: `b${at}`, ...(all[at] ?? { text: 'select 1', values: [] }) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: rows, count: rows.length }));
  })
  .listen(Number(port), '127.0.0.1');
