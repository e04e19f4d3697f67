import { createHash } from 'node:crypto';
import type { accountingCalls } from '#contract/accounting/calls.ts';
import { computeClientMoney, findCertificateResult } from '#contract/accounting/client-money.ts';
import { clientMoneyFunds } from '#contract/accounting/kinds.ts';
import { type AccountPosition, ClientMoney, type ClientMoneyCertificate } from '#contract/accounting/shapes.ts';
import { listWorksheetItems } from '#contract/accounting/worksheet-lines.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { listReconcilableAccounts, readAccountReconciliation } from '#server/bank-statement/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { trialBalance } from '#server/ledger/service.ts';
import { readPage } from '#server/lists/list.ts';
import { createSignedFileUrl, storeFile } from '#server/media/service.ts';
import { renderPdfDocument } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { hasMovedSinceBalance, isAccountInUse } from './account-use.ts';
import { buildCertificateDocument, hashFigures } from './certificate-pdf.ts';

type Calls = typeof accountingCalls;

/** The client money at the end of a day by the ledger, and the signed worksheets that compare it with the banks. */
export async function readClientMoney(ctx: Ctx, { day }: HandlerInput<Calls['clientMoney']>): Promise<ClientMoney> {
  if (day > clock.today()) throw invalidInputRefusal({ day: m.accounting_problem_future() });
  const { rows } = await trialBalance(ctx, { from: day, to: day });
  const funds = computeClientMoney(
    rows.map(({ fund, code, balance_debit_cents, balance_credit_cents }) => ({ fund, code, cents: balance_debit_cents - balance_credit_cents })),
  );
  return { day, funds, accounts: await readAccountPositions(ctx, day) };
}

/** The comparison of each account with its bank on the day, whether or not a worksheet was signed. */
async function readAccountPositions(ctx: Ctx, day: Day): Promise<AccountPosition[]> {
  const signed = await from(ctx, 'account_worksheet').selectAll().where('day', '=', day).where('status', '=', 'signed').execute();
  const codeOf = new Map(signed.map((row) => [row.account_id, row.code]));
  const positions: AccountPosition[] = [];
  for (const account of await listReconcilableAccounts(ctx.db, day)) {
    const { id, name, fund } = account;
    if (!(clientMoneyFunds as readonly string[]).includes(fund)) continue;
    const live = await readAccountReconciliation(ctx.db, id, day);
    positions.push({
      id,
      name,
      worksheet: codeOf.get(id) ?? null,
      ledger_cents: live.ledger_cents,
      difference_cents: live.difference_cents,
      bank_cents: live.bank?.cents ?? null,
      bank_day: live.bank?.day ?? null,
      source: live.bank?.source ?? null,
      in_use: await isAccountInUse(ctx, account, live),
      moved_since: await hasMovedSinceBalance(ctx, account, live),
      items: listWorksheetItems(live).filter(({ cents }) => cents !== 0),
    });
  }
  return positions;
}

const rowsOf = (ctx: Ctx, f: NonNullable<HandlerInput<Calls['listCertificates']>['z_filter']>) => {
  let found = from(ctx, 'client_money_certificate');
  const { sha256 } = f;
  if (sha256)
    found = found.where((eb) =>
      eb.or([eb('client_money_certificate.sha256', '=', sha256), eb('client_money_certificate.figures_sha256', '=', sha256)]),
    );
  if (f.day_from) found = found.where('client_money_certificate.day', '>=', f.day_from);
  if (f.day_to) found = found.where('client_money_certificate.day', '<=', f.day_to);
  return found;
};
const named = (q: ReturnType<typeof rowsOf>) =>
  q.leftJoin('person', 'person.id', 'client_money_certificate.made_by').selectAll('client_money_certificate').select('person.name as maker');
type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];
const toCertificate = ({ figures, maker, made_at, ...row }: Row): ClientMoneyCertificate => {
  const { funds, accounts } = ClientMoney.parse(figures);
  return {
    id: row.id,
    code: row.code,
    day: row.day,
    sha256: row.sha256,
    figures_sha256: row.figures_sha256,
    result: findCertificateResult({ funds, accounts }),
    made_by: maker,
    made_at: made_at.toISOString(),
    held_cents: sumCents(funds.map((fund) => fund.held_cents)),
    owed_cents: sumCents(funds.map((fund) => fund.owed_cents)),
    difference_cents: sumCents(funds.map((fund) => fund.difference_cents)),
  };
};

export async function listCertificates(
  ctx: Ctx,
  { z_filter = {}, ...at }: HandlerInput<Calls['listCertificates']>,
): Promise<HandlerResult<Calls['listCertificates']>> {
  const { rows, count } = await readPage(rowsOf(ctx, z_filter), at, (q) => named(q).orderBy('client_money_certificate.id', 'desc'));
  return { count, results: rows.map(toCertificate) };
}

/** Stores the PDF and the SHA-256 of its bytes: a copy with the same SHA-256 is the original. */
export const makeCertificate =
  (services: RunningServices) =>
  async (ctx: Ctx, { day }: HandlerInput<Calls['makeCertificate']>): Promise<HandlerResult<Calls['makeCertificate']>> => {
    const figures = await readClientMoney(ctx, { day });
    const data = await renderPdfDocument(buildCertificateDocument(figures, clock.now()));
    const kept = await storeFile(
      services,
      ctx,
      { data, type: 'pdf', name: `client-money-${day}.pdf` },
      { purpose: 'document', visibility: 'private', field: 'day' },
    );
    const sha256 = createHash('sha256').update(data).digest('hex');
    const { id, code } = await add(ctx, 'client_money_certificate')
      .values({ day, figures: JSON.stringify(figures), sha256, figures_sha256: hashFigures(figures), file_id: kept.id, made_by: ctx.me.userId })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    await audit(ctx.db, ctx, { kind: 'add', document: 'ledger', id, code, after: { day, sha256 } });
    const row = await named(rowsOf(ctx, {}).where('client_money_certificate.id', '=', id)).executeTakeFirstOrThrow();
    return toCertificate(row);
  };

export const makeCertificateLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['certificatePdf']>): Promise<HandlerResult<Calls['certificatePdf']>> => {
    const row = await from(ctx, 'client_money_certificate').select(['file_id', 'code']).where('id', '=', id).executeTakeFirst();
    const address = row && (await createSignedFileUrl(services, ctx.db, row.file_id));
    if (!row || !address) throw new Refusal('notFound', sentence('itemNotFound'));
    await audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id, code: row.code, reason: 'the certificate was opened' });
    return { address };
  };
