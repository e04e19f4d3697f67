import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { kenyanBanks } from '#contract/reference/banks.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { getPayoutAccountUsableTime } from '#contract/wallet/kinds.ts';
import { payoutAccountMachine } from '#contract/wallet/machine.ts';
import type { PayoutAccount } from '#contract/wallet/shapes.ts';
import type { PayoutAccountTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { withPreparation } from '#server/http/registry.ts';
import { type SubjectCodeTarget, subjectCodeService } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject, unsealIfSealed } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { formatSupportContact } from '#server/kernel/support.ts';
import { makeCompanyBlindMark } from '#server/kernel/vault.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { readCallerContact } from './caller-contact.ts';

type Calls = typeof walletCalls;
export type PayoutAccountRow = Selectable<PayoutAccountTable>;
const why = 'the payout account of a company';
const bankName = (code: string | null): string | null => kenyanBanks.find((bank) => bank.code === code)?.name ?? null;
/** The masked account, such as "M-Pesa •••678", without the full number. */
export const formatPayoutAccountLabel = (row: Pick<PayoutAccountRow, 'rail' | 'bank_code' | 'tail'>): string =>
  `${row.rail === 'mpesa' ? 'M-Pesa' : (bankName(row.bank_code) ?? '')} •••${row.tail}`;
/** The full number, for sending money to it. */
export const unsealPayoutAccountNumber = (row: Pick<PayoutAccountRow, 'sealed'>): string =>
  unsealIfSealed<{ number: string }>({ sealed: row.sealed }).number;
export const isPayoutAccountUsable = (row: Pick<PayoutAccountRow, 'status' | 'changed_at'>): boolean =>
  row.status === 'ready' && getPayoutAccountUsableTime(row.changed_at) <= clock.now();

const toAccount = (row: PayoutAccountRow, changedBy: string | null): PayoutAccount => ({
  id: row.id,
  rail: row.rail,
  bank_code: row.bank_code,
  bank: bankName(row.bank_code),
  holder: row.holder,
  tail: row.tail,
  status: row.status,
  is_default: row.is_default,
  changed_at: row.changed_at.toISOString(),
  changed_by: changedBy,
  usable_from: getPayoutAccountUsableTime(row.changed_at).toISOString(),
  usable: isPayoutAccountUsable(row),
});

export async function readPayoutAccounts(ctx: Ctx, companyId: number): Promise<PayoutAccount[]> {
  const rows = await from(ctx, 'payout_account')
    .leftJoin('person', 'person.id', 'payout_account.changed_by')
    .selectAll('payout_account')
    .select('person.name as by')
    .where('payout_account.company_id', '=', companyId)
    .where('payout_account.status', '<>', 'closed')
    .orderBy('payout_account.id')
    .execute();
  return rows.map(({ by, ...row }) => toAccount(row, by));
}

/** Locks a payout account of the company until the transaction ends. */
export async function lockPayoutAccount(db: Db, companyId: number, id: number): Promise<PayoutAccountRow> {
  const row = await unscopedTable(db, 'payout_account', why)
    .select()
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return row;
}
/** The default payout account, if it can be used now. */
export const readDefaultPayoutAccount = (db: Db, companyId: number): Promise<PayoutAccountRow | undefined> =>
  unscopedTable(db, 'payout_account', why)
    .select()
    .selectAll()
    .where('company_id', '=', companyId)
    .where('is_default', '=', true)
    .where('status', '=', 'ready')
    .executeTakeFirst();
export const readUsablePayoutAccounts = async (db: Db, companyId: number): Promise<PayoutAccountRow[]> =>
  (
    await unscopedTable(db, 'payout_account', why).select().selectAll().where('company_id', '=', companyId).where('status', '=', 'ready').execute()
  ).filter(isPayoutAccountUsable);

const said = (to: { phone: string } | { email: string }): string => ('phone' in to ? `•••${to.phone.slice(-3)}` : to.email);
const subjectOf = (row: Pick<PayoutAccountRow, 'id' | 'revision'>) => `${row.id}:${row.revision}`;
type Proof = { readonly field: 'code' | 'own_code'; readonly to: SubjectCodeTarget['to']; readonly subject: string };
/**
 * The codes that verify an account. One goes to the caller's verified contact, because the caller has just typed the number of the account. An M-Pesa
 * number gets another one, which shows who has the number; if it is the caller's verified number, that code is enough.
 */
async function listProofs(ctx: Pick<Ctx, 'db' | 'me'>, row: PayoutAccountRow): Promise<Proof[]> {
  const caller = await readCallerContact(ctx);
  const subject = subjectOf(row);
  if (row.rail !== 'mpesa') return [{ field: 'code', to: caller, subject }];
  const phone = unsealPayoutAccountNumber(row);
  const number: Proof = { field: 'code', to: { phone }, subject };
  return 'phone' in caller && caller.phone === phone ? [number] : [number, { field: 'own_code', to: caller, subject: `${subject}:own` }];
}

export const payoutAccountService = (services: RunningServices) => {
  const codes = subjectCodeService(services);
  const one = async (ctx: Pick<Ctx, 'db' | 'me'>, id: number): Promise<PayoutAccountRow> => {
    const row = await from(ctx, 'payout_account').selectAll().where('id', '=', id).where('company_id', '=', ctx.me.companyId).executeTakeFirst();
    if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
    return row;
  };
  const send = async (ctx: Ctx, row: PayoutAccountRow) => {
    const proofs = await listProofs(ctx, row);
    for (const { to, subject } of proofs) await codes.sendCode(ctx, { to, purpose: 'payout', subject, locale: localeContext.current() });
    return { to: proofs.map(({ to }) => said(to)).join(', ') };
  };
  /** Refuses a missing or wrong code at its own field. */
  const check = async ({ field, to, subject }: Proof, code: string | undefined): Promise<void> => {
    if (code === undefined) throw invalidInputRefusal({ [field]: m.wallet_problem_own_code() });
    try {
      await codes.checkCode({ to, purpose: 'payout', subject, code });
    } catch (problem) {
      throw problem instanceof Refusal && problem.failure === 'invalid' ? invalidInputRefusal({ [field]: m.identity_error_phone_code() }) : problem;
    }
  };
  return {
    async accountAdd(ctx: Ctx, { holder, to }: HandlerInput<Calls['accountAdd']>): Promise<HandlerResult<Calls['accountAdd']>> {
      const companyId = requireCompanyMember(ctx).companyId;
      const number = to.rail === 'mpesa' ? normalizePhoneForStorage(to.number, 'to.number') : to.number;
      if (to.rail === 'mpesa' && !/^\+254[17]\d{8}$/.test(number)) throw invalidInputRefusal({ 'to.number': m.wallet_problem_number() });
      const bank = to.rail === 'bank' ? to.bank_code : null;
      const row = await add(ctx, 'payout_account')
        .values({
          company_id: companyId,
          rail: to.rail,
          bank_code: bank,
          holder,
          sealed: sealObject({ number }),
          tail: number.slice(-3),
          mark: makeCompanyBlindMark(companyId, `${bank ?? ''}:${number}`),
          changed_by: ctx.me.userId,
        })
        .onConflict((oc) => oc.columns(['company_id', 'rail', 'mark']).where('status', '<>', sql.lit('closed')).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Refusal('conflict', m.wallet_refusal_known());
      await send(ctx, row);
      await audit(ctx.db, ctx, {
        kind: 'add',
        document: 'wallet_settings',
        id: row.id,
        after: { rail: row.rail, bank_code: bank, holder, tail: row.tail },
      });
      return toAccount(row, null);
    },
    async accountCode(ctx: Ctx, { id }: HandlerInput<Calls['accountCode']>): Promise<HandlerResult<Calls['accountCode']>> {
      const row = await one(ctx, id);
      if (row.status !== 'unproved') throw new Refusal('wrongState', m.shell_refusal_state());
      await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id, after: { tail: row.tail } });
      return send(ctx, row);
    },
    accountProve: withPreparation(
      async (ctx: Ctx, { id, ...given }: HandlerInput<Calls['accountProve']>) => {
        const proofs = await listProofs(ctx, await one(ctx, id));
        for (const proof of proofs) await check(proof, given[proof.field]);
        return proofs;
      },
      async (ctx: Ctx, { id, ...given }: HandlerInput<Calls['accountProve']>, proofs): Promise<HandlerResult<Calls['accountProve']>> => {
        const row = await lockPayoutAccount(ctx.db, requireCompanyMember(ctx).companyId, id);
        for (const { field, to, subject } of proofs) await codes.spendCode(ctx, { to, purpose: 'payout', subject, code: given[field] ?? '' });
        const first = (await readDefaultPayoutAccount(ctx.db, row.company_id)) === undefined;
        const now = clock.now();
        // The waiting period begins with the verification, for everyone in the company.
        await change(ctx, 'payout_account')
          .set({
            verified_at: now,
            verified_by: ctx.me.userId,
            changed_at: now,
            changed_by: ctx.me.userId,
            is_default: first,
            revision: row.revision + 1,
          })
          .where('id', '=', id)
          .$call(oneRow);
        await makeMove(ctx, payoutAccountMachine, 'prove', id);
        const after = await lockPayoutAccount(ctx.db, row.company_id, id);
        await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id, before: { status: row.status }, after: { status: after.status } });
        await notifyHeads(services, ctx, after);
        return toAccount(after, null);
      },
    ),
    async accountDefault(ctx: Ctx, { id }: HandlerInput<Calls['accountDefault']>): Promise<HandlerResult<Calls['accountDefault']>> {
      const row = await lockPayoutAccount(ctx.db, requireCompanyMember(ctx).companyId, id);
      if (row.status !== 'ready') throw new Refusal('wrongState', m.shell_refusal_state());
      await change(ctx, 'payout_account')
        .set({ is_default: false })
        .where('company_id', '=', row.company_id)
        .where('is_default', '=', true)
        .execute();
      await change(ctx, 'payout_account')
        .set({ is_default: true, revision: row.revision + 1 })
        .where('id', '=', id)
        .$call(oneRow);
      await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id, before: { is_default: false }, after: { is_default: true } });
      await notifyHeads(services, ctx, { ...row, revision: row.revision + 1 });
      return toAccount({ ...row, is_default: true }, null);
    },
    async accountClose(ctx: Ctx, { id }: HandlerInput<Calls['accountClose']>): Promise<HandlerResult<Calls['accountClose']>> {
      const row = await lockPayoutAccount(ctx.db, requireCompanyMember(ctx).companyId, id);
      await makeMove(ctx, payoutAccountMachine, 'close', id);
      await change(ctx, 'payout_account').set({ is_default: false }).where('id', '=', id).$call(oneRow);
      await audit(ctx.db, ctx, { kind: 'delete', document: 'wallet_settings', id, before: { rail: row.rail, tail: row.tail } });
      return { id };
    },
  };
};

/** Notifies all leaders of the company while they can still object. */
async function notifyHeads(services: RunningServices, ctx: Ctx, row: PayoutAccountRow): Promise<void> {
  const who = await unscopedTable(ctx.db, 'person', 'the name of the person who changed the account')
    .select()
    .select('name')
    .where('id', '=', ctx.me.userId)
    .executeTakeFirst();
  const [from, today] = [toNairobiDay(getPayoutAccountUsableTime(row.changed_at)), clock.today()];
  const params = {
    where: formatPayoutAccountLabel(row),
    who: who?.name ?? '',
    date: from > today ? from : today,
    reach: await formatSupportContact(ctx.db, services.env),
  };
  await notifyAudience(ctx, 'wallet.account_added', params, createNotificationAudience().heads(row.company_id), { key: `${row.id}:${row.revision}` });
}
