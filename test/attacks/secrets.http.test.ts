import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { makeLogger } from '#server/http/log.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openMessageCarriers } from '#server/notification/carriers/index.ts';
import { openServices } from '#server/services.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices, getDatabaseUrl } from '#test/db.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, testPassword } from '#test/people.ts';
import { startMailServer } from '#test/servers/carrier-servers.ts';

/** A copy of the database or the log contains nothing that gives access (issue 7, A9). */
let services: TestServices;
let app: FastifyInstance;
let mails: Awaited<ReturnType<typeof startMailServer>>;
const lines: string[] = [];
beforeAll(async () => {
  mails = await startMailServer();
  const first = await createTestServices('bare', { SMTP_URL: mails.url });
  const env = { ...first.env, LOG_LEVEL: 'info' as const };
  services = openServices(env, getDatabaseUrl(first), makeLogger(env, { write: (line) => void lines.push(line) }));
  app = await makeApp(services, null);
});
afterAll(async () => {
  await app.close();
  await mails.close();
});

/** Every row of every table, the queue's own included. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'job')`.execute(services.database.db);
  const texts = await Promise.all(
    rows.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(services.database.db)),
  );
  return texts.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
}
const codeIn = (page: string): string => page.split(/[/.]/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

describe('one-time links in production', () => {
  test('are never stored in the database in plain text, and are still delivered', async () => {
    const owner = await createPerson(services, 'owner');
    const token = await signInForApiToken(app, owner);
    const post = (url: string, body: object) => sendRequest(app, url, { method: 'POST', body, token });
    const asked = [
      await post('/api/v2/accounts/forgot_password/', { email: owner.email }),
      await post('/api/v2/accounts/join/', {
        name: 'Achieng',
        email: 'achieng@makao.test',
        phone: '0712345678',
        password: testPassword,
        locale: 'en',
      }),
      await post('/api/v2/invitation/send/', { kind: 'tenant', email: 'guest@makao.test' }),
    ];
    expect(asked.map(({ status, text }) => (status < 300 ? 'ok' : text))).toEqual(['ok', 'ok', 'ok']);
    const waiting = await everything();
    await runQueuedJobs(services);
    const codes = (await listSentNotifications(services)).map(({ page }) => codeIn(page ?? '')).filter((code) => code.length > 20);
    expect(codes).toHaveLength(3);
    const after = await everything();
    for (const code of codes) {
      expect(waiting).not.toContain(code);
      expect(after).not.toContain(code);
      expect(mails.mails.filter((mail) => mail.raw.replace(/=\r?\n/g, '').includes(code))).toHaveLength(1);
    }
  });

  test('do not appear in the log, for page requests or for data requests of the router', async () => {
    const secret = 'AbCdEfGhIjKlMnOpQrStUvWx';
    for (const page of [
      `/auth/email_verification/${secret}/7`,
      `/auth/reset_password/7.${secret}`,
      `/auth/reset_password/7.${secret}.data`,
      `/auth/passkey/7.${secret}`,
      `/auth/setup/${secret}`,
      `/auth/invitation/${secret}/7`,
      `/still/${secret}`,
      `/saved_search/stop/${secret}`,
      `/api/hooks/sms/${secret}/delivery`,
    ])
      await sendRequest(app, page);
    services.log.error({ err: new Error(`no route matches /auth/setup/${secret}?x=1`) }, 'a request failed');
    expect(lines.filter((line) => line.includes('/auth/invitation/•••/7'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });

  test('are not stored by the local outbox, which replaces a missing mail provider', async () => {
    const bare = readEnv({ NODE_ENV: 'production', DATA_DIR: services.env.dataDir, APP_URL: 'http://localhost:3000' });
    const { email } = openMessageCarriers({ env: bare, database: services.database });
    await email.send({ key: 'k', to: 'a@makao.test', subject: 'Choose a password', text: 'open /auth/setup/x', html: '<a>x</a>' });
    expect(await services.database.db.selectFrom('local_outbox').select(['subject', 'body', 'html']).where('key', '=', 'k').execute()).toEqual([
      { subject: 'Choose a password', body: '', html: '' },
    ]);
  });
});
