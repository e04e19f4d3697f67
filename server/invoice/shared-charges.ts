import { calculateInvoiceDraft, calculateInvoiceLine, type UnissuedInvoiceLine } from '#contract/invoice/lines.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { splitShillings, sumCents, toHundredths } from '#contract/money/cents.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { issueInvoices } from './issue.ts';
import { assertVatAllowed, type BillableTenancy, readBillableTenancies, toInvoiceDraftBase } from './manual-invoice.ts';
import { invoiceNotFound } from './rows.ts';

type Calls = typeof invoiceRunCalls;
type Batch = HandlerInput<Calls['batchCharge']>;
type Split = HandlerInput<Calls['splitCost']>;
type Row = HandlerResult<Calls['batchCharge']>['rows'][number];
/** The amount without tax. */
type Shared = { readonly home: BillableTenancy; readonly weight: number | null; readonly cents: number };
const most = 500;

type Whom = Pick<Batch, 'tenancy_ids' | 'property_id' | 'except'>;
/** The tenancies to charge: the chosen ones, or all of the property, without those left out. */
async function homesOf(ctx: Ctx, { tenancy_ids, property_id, except = [] }: Whom): Promise<BillableTenancy[]> {
  if (property_id !== undefined && !(await from(ctx, 'property').select('id').where('id', '=', property_id).executeTakeFirst()))
    throw invoiceNotFound();
  if (tenancy_ids) {
    const homes = await readBillableTenancies(ctx, tenancy_ids);
    if (property_id !== undefined && homes.some((home) => home.property_id !== property_id)) throw invoiceNotFound();
    return homes;
  }
  if (property_id === undefined) throw invalidInputRefusal({ property_id: m.invoice_problem_whom() });
  const rows = await from(ctx, 'tenancy:managed')
    .select('id')
    .where('property_id', '=', property_id)
    .where('status', 'in', ['active', 'expired'])
    .where('id', 'not in', [0, ...except])
    .orderBy('id')
    .limit(most + 1)
    .execute();
  if (rows.length > most) throw invalidInputRefusal({ property_id: m.invoice_problem_many({ count: most }) });
  if (rows.length === 0) throw invalidInputRefusal({ property_id: m.invoice_problem_nobody() });
  return readBillableTenancies(
    ctx,
    rows.map((row) => row.id),
  );
}

const alike = async (ctx: Ctx, given: Batch): Promise<Shared[]> =>
  (await homesOf(ctx, given)).map((home) => ({ home, weight: 1, cents: given.cents }));

function weigh({ by, weights }: Split, home: BillableTenancy): number | null {
  if (by === 'equal') return 1;
  if (by === 'area') return home.area_m2;
  if (by === 'occupants') return home.people;
  return weights.find((one) => one.tenancy_id === home.id)?.weight ?? 1;
}
async function divided(ctx: Ctx, given: Split): Promise<Shared[]> {
  const homes = (await homesOf(ctx, given)).map((home) => ({ home, weight: weigh(given, home) }));
  if (given.by === 'custom' && given.weights.some((one) => !homes.some(({ home }) => home.id === one.tenancy_id)))
    throw invalidInputRefusal({ weights: m.invoice_problem_weight_of() });
  // A cost cannot be split by area if a unit has no recorded area.
  const unknown = homes.filter((one) => one.weight === null);
  if (unknown.length > 0)
    throw invalidInputRefusal({
      by: m.invoice_problem_no_area({
        homes: unknown
          .map(({ home }) => home.unit_name)
          .slice(0, 5)
          .join(', '),
      }),
    });
  const weights = homes.map((one) => toHundredths(one.weight ?? 0));
  if (sumCents(weights) === 0) throw invalidInputRefusal({ weights: m.invoice_problem_weights() });
  const shares = splitShillings(given.cents, weights);
  return homes.map((one, at) => ({ ...one, cents: shares[at] ?? 0 }));
}

const linesFor = ({ kind, label, tax_code, due_on, from: first, last }: Batch | Split, cents: number): UnissuedInvoiceLine[] => [
  calculateInvoiceLine({ kind, label, unit_cents: cents, tax_code, from: first, last }, due_on),
];
/** The amount for each tenancy as its invoice shows it: with tax, in whole shillings. */
function answer(given: Batch | Split, shared: readonly Shared[]): HandlerResult<Calls['batchCharge']> {
  assertVatAllowed(
    shared.map(({ home }) => home),
    [given.tax_code],
    () => 'tax_code',
  );
  const rows = shared.map(
    ({ home, weight, cents }): Row => ({
      tenancy: { id: home.id, code: home.code },
      tenant: home.lead ?? { id: 0, name: '' },
      unit: { id: home.unit_id, name: home.unit_name },
      property: { id: home.property_id, name: home.property_name },
      weight,
      cents: calculateInvoiceDraft(linesFor(given, cents))?.total_cents ?? 0,
    }),
  );
  return { rows, count: rows.filter((row) => row.cents > 0).length, total_cents: sumCents(rows.map((row) => row.cents)) };
}

async function issueAll(ctx: Ctx, given: Batch | Split, shared: readonly Shared[]): Promise<HandlerResult<Calls['batchCharge']>> {
  if (given.from && given.last && given.last < given.from) throw invalidInputRefusal({ last: m.problem_day_order() });
  const said = answer(given, shared);
  const { kind, label, due_on, from: first, last } = given;
  const utility = kind === 'water' || kind === 'power';
  const made = await issueInvoices(
    ctx,
    shared.map(({ home, cents }) => ({
      ...toInvoiceDraftBase(home),
      kind: utility ? ('utility' as const) : ('ad_hoc' as const),
      onceKey: null,
      periodFrom: first,
      periodLast: last ?? first,
      dueOn: due_on,
      lines: linesFor(given, cents),
    })),
  );
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'invoices',
    id: made[0]?.id ?? null,
    code: made[0]?.code ?? null,
    after: { label, invoices: made.length, total_cents: sumCents(made.map((one) => one.totalCents)) },
  });
  if (made.length > 0) await enqueueJob(ctx.db, 'invoice.issued', { ids: made.map((one) => one.id) });
  return said;
}

export const previewBatchCharge = async (
  ctx: Ctx,
  given: HandlerInput<Calls['previewBatchCharge']>,
): Promise<HandlerResult<Calls['previewBatchCharge']>> => answer(given, await alike(ctx, given));
export const issueBatchCharge = async (ctx: Ctx, given: Batch): Promise<HandlerResult<Calls['batchCharge']>> =>
  issueAll(ctx, given, await alike(ctx, given));
export const previewSplitCost = async (ctx: Ctx, given: HandlerInput<Calls['previewSplitCost']>): Promise<HandlerResult<Calls['previewSplitCost']>> =>
  answer(given, await divided(ctx, given));
export const issueSplitCost = async (ctx: Ctx, given: Split): Promise<HandlerResult<Calls['splitCost']>> =>
  issueAll(ctx, given, await divided(ctx, given));
