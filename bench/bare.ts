import http from 'node:http';
import pg from 'pg';

/** The yardstick: node:http and pg, one query, nothing else. Started by bench/main.ts with the query and the port. */
const [url = '', port = '0', text = 'select 1'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
http
  .createServer(async (_request, response) => {
    const { rows } = await pool.query(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: rows, count: rows.length }));
  })
  .listen(Number(port), '127.0.0.1');
