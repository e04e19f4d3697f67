import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';

/** Starts the process as `npm run daraja` and `npm start` do. */
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
const env = (more: Record<string, string> = {}) => ({ ...process.env, DARAJA_PORT: '0', DARAJA_URL: '', MPESA_CONSUMER_KEY: '', ...more });
const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));
const listens = async (url: string) => (await fetch(url).catch(() => null))?.ok ?? false;

function beside(more: Record<string, string> = {}) {
  const child = fork('simulator/main.ts', { env: env(more), stdio: 'ignore', execArgv: [] });
  children.push(child);
  return { child, url: new Promise<string>((resolve) => child.once('message', (message) => resolve((message as { url: string }).url))) };
}
async function taken() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: String((server.address() as { port: number }).port), close: () => server.close() };
}
function said(command: string[], more: Record<string, string>) {
  const child = spawn(process.execPath, command, { env: env(more) });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      text += part;
    });
  return { child, text: () => text };
}

test('M-Pesa simulator started by a server: uses another port if its own port is occupied, and stops with the server', async () => {
  const other = await taken();
  const { child, url } = beside({ DARAJA_PORT: other.port });
  const address = await url;
  other.close();
  expect(address).not.toContain(`:${other.port}`);
  expect(await listens(address)).toBe(true);
  const end = ended(child);
  child.disconnect();
  expect(await end).toBe(0);
});

test('M-Pesa simulator started as a program: prints its address, or an error if its port is occupied', async () => {
  const other = await taken();
  const refused = said(['simulator/main.ts'], { DARAJA_PORT: other.port });
  expect(await ended(refused.child)).toBe(1);
  expect(refused.text()).toMatch(/^Port \d+ is used by another program\. .*\.\n$/);
  other.close();
  const { child, text } = said(['simulator/main.ts'], {});
  await expect.poll(text).toMatch(/M-Pesa simulator: http:\/\/127\.0\.0\.1:\d+/);
  const end = ended(child);
  child.kill('SIGTERM');
  expect(await end).toBe(0);
});

/** Runs the steps of `npm start` and `npm run dev` before the server starts. */
const start = (demo: string) => [
  '-e',
  `import('./bin/lib.mjs').then(async (l) => { console.log(JSON.stringify(await l.phoneBeside({ DEMO: '${demo}' }))); setTimeout(() => process.exit(0), 500); })`,
];

test('npm start: runs the M-Pesa simulator and stops the simulator at the end', async () => {
  const { child, text } = said(start('on'), {});
  const end = ended(child);
  await expect.poll(text).toMatch(/DARAJA_URL/);
  const { DARAJA_URL: url } = JSON.parse(text()) as { DARAJA_URL: string };
  expect(await end).toBe(0);
  await expect.poll(() => listens(url)).toBe(false);
});

test.each([
  ['credentials of Safaricom', 'on', { MPESA_CONSUMER_KEY: 'x' }],
  ['the address of another simulator', 'on', { DARAJA_URL: 'http://127.0.0.1:5' }],
  ['no demo data', 'off', { DARAJA_PORT: '' }],
])('npm start does not run the simulator with %s', async (_, demo, more) => {
  const { child, text } = said(start(demo), more);
  await ended(child);
  expect(text().trim()).toBe('{}');
});
