import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { creditInvoice, voidInvoice } from '../credit.ts';
import { readInvoiceDetails } from '../invoice-detail.ts';
import { readPublicInvoice } from '../public-invoice.ts';
import { buildCreditNotePdfDocument } from '../runs/sheets.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00+03:00');
});
afterAll(() => setClock(services, null));

test('reason of a credit note or a void: managers read it, and a payer reads it on no page, paper or message', async () => {
  const { owner, property } = await createOwnerWithUnit(services);
  const payer = await createPerson(services, 'tenant');
  const tenancy = await createOccupiedTenancy(services, property, {}, payer.id);
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, owner, work);
  const [credited, voided] = [await as((ctx) => issueRentInvoice(ctx, tenancy, 90_000)), await as((ctx) => issueRentInvoice(ctx, tenancy, 80_000))];
  const reason = 'The clerk is careless';
  const line = await services.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', credited.id).executeTakeFirstOrThrow();
  await as((ctx) => creditInvoice(ctx, { id: credited.id, lines: [{ line_id: line.id, cents: toCents(10_000) }], reason }));
  await as((ctx) => voidInvoice(ctx, { id: voided.id, reason }));
  const [mine, other] = await Promise.all([credited, voided].map(({ id }) => readInvoiceDetails(createTestCtx(services, payer), { id })));
  const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', credited.id).executeTakeFirstOrThrow();
  const open = await readPublicInvoice(createTestCtx(services, null), { id: credited.id, token });
  const seen = await readInvoiceDetails(createTestCtx(services, owner), { id: credited.id });
  const [note] = seen.credit_notes;
  const sheet = note && buildCreditNotePdfDocument(seen, { from: 'Owner', lines: [] } as never, note.code, note);
  const sent = (await listSentNotifications(services)).filter(({ event }) => event !== 'approval.asked');
  expect(JSON.stringify([mine, other, open, sheet, sent])).not.toContain('careless');
  expect([mine?.credit_notes[0], other?.voided]).toMatchObject([
    { reason: null, by: null },
    { reason: null, by: null },
  ]);
  expect(note).toMatchObject({ reason });
  expect(await readInvoiceDetails(createTestCtx(services, owner), { id: voided.id })).toMatchObject({ voided: { reason } });
});
