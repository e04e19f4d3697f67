import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionDocuments } from '#contract/access/documents.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import { createTestServices } from '#test/db.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await makeApp(await createTestServices('bare', { SUPPORT_WHATSAPP: '+254 700 100 200', APP_URL: 'https://makao.test' }), null);
});
afterAll(() => app.close());

test('reference values: include every enumeration with its wire value, cached for an hour with a strong ETag', async () => {
  const first = await sendRequest(app, '/api/v2/particulars/particulars/');
  expect(first.json.enumerations.booking_status).toEqual({
    await_screening: 0,
    confirmed: 1,
    await_payment: 2,
    declined: 3,
    expired: 4,
    canceled: 5,
    deleted: 6,
    closed: 7,
  });
  expect(first.json.enumerations.payment_frequency).toEqual({ month: 2, once: 3, quarterly: 4, half_year: 5, annually: 6 });
  expect(first.json.user_types).toContainEqual({ id: 1, key: 'superadmin', name: 'Super Admin' });
  expect(first.json.permission_documents).toEqual([...permissionDocuments]);
  expect(first.json.permission_documents).toHaveLength(55);
  expect(first.json.counties).toHaveLength(47);
  expect(first.json.banks[0]).toEqual({ code: '01', name: 'KCB Bank Kenya' });
  expect(new Set(first.json.banks.map((bank: { code: string }) => bank.code)).size).toBe(first.json.banks.length);
  expect(first.json.uploads.max_bytes).toBe(5_242_880);
  expect(first.headers['cache-control']).toBe('public, max-age=3600');
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await sendRequest(app, '/api/v2/particulars/particulars/', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  expect((await sendRequest(app, '/api/v2/particulars/particulars/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('currency list: starts with the Kenyan shilling, and a page of the list needs both page parameters', async () => {
  const all = await sendRequest(app, '/api/v2/common/fetch_all_currencies/');
  expect(all.json.results[0]).toEqual({ code: 'KES', name: 'Kenyan shilling', symbol: 'KSh', digits: 2 });
  expect(all.json.results).toHaveLength(all.json.count);
  expect((await sendRequest(app, '/api/v2/common/fetch_all_currencies/?page=2')).json).toEqual(all.json);
  const last = await sendRequest(app, `/api/v2/common/fetch_currencies/?page=${Math.ceil(all.json.count / 10)}&page_size=10`);
  expect(last.json).toEqual({ results: all.json.results.slice(-(all.json.count % 10 || 10)), count: all.json.count });
  expect((await sendRequest(app, '/api/v2/common/fetch_currencies/?page=1')).json.message).toBe(
    'Required parameter was null or undefined: page_size',
  );
});

test('support links: include the available channels only', async () => {
  expect((await sendRequest(app, '/api/support/links')).json).toEqual({
    whatsapp: 'https://wa.me/254700100200',
    phone: null,
    email: 'mailto:support@makao.test',
    help: 'https://makao.test/',
    hours_en: '',
    hours_sw: '',
  });
});
