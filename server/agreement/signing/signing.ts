import { agreementMachine } from '#contract/agreement/machine.ts';
import type { SignHead, SignText } from '#contract/agreement/shapes.ts';
import { fitsKind, type signCalls } from '#contract/agreement/sign-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { invalid } from '#server/http/answer.ts';
import { inTwo } from '#server/http/registry.ts';
import { subjectCodes } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { from, oneRow } from '#server/kernel/scoped.ts';
import { itself, unproved } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { type Door, doors, headOf, insistSettled, subjectOf, why } from '../door.ts';
import { fall } from '../fall.ts';
import { madeToken, pathOf } from '../invite.ts';
import { confirmed, paperRefused } from '../paper.ts';
import { insistAgreed } from '../renewed.ts';
import { inkOf, missing } from '../rows.ts';
import { leadStep } from '../send.ts';
import { opensFirst, textFor } from './sign-text.ts';
import { afterSignature, keepSignature } from './signature.ts';

type Calls = typeof signCalls;

export const signing = (house: House) => {
  const codes = subjectCodes(house);
  const { opened } = doors(house);

  const checked = async (ctx: Ctx, { token, code }: { token: string; code: string }) => {
    const door = await opened(house.database.db, ctx, token);
    await codes.checkCode({ to: door.to, purpose: 'sign', subject: subjectOf(door), code });
  };
  /** The door held, for whoever may act at it now. */
  const entered = async (ctx: Ctx, token: string): Promise<Door> => {
    const door = await opened(ctx.db, ctx, token, true);
    await insistSettled(ctx.db, door);
    return door;
  };
  const spent = (ctx: Ctx, door: Door, code: string) => codes.spendCode(ctx, { to: door.to, purpose: 'sign', subject: subjectOf(door), code });

  return {
    async look(ctx: Ctx, { token }: Input<Calls['look']>): Promise<SignHead> {
      return headOf(ctx, await opened(ctx.db, ctx, token));
    },

    async code(ctx: Ctx, { token }: Input<Calls['code']>): Promise<Result<Calls['code']>> {
      const door = await opened(ctx.db, ctx, token);
      await insistSettled(ctx.db, door);
      await codes.sendCode(ctx, { to: door.to, purpose: 'sign', subject: subjectOf(door), locale: inLocale.current() });
      return { sent: true };
    },

    open: inTwo(checked, async (ctx: Ctx, { token }: Input<Calls['open']>): Promise<SignText> => {
      const door = await entered(ctx, token);
      await opensFirst(ctx, door);
      return textFor(house, ctx, door);
    }),

    sign: inTwo(checked, async (ctx: Ctx, given: Input<Calls['sign']>): Promise<Result<Calls['sign']>> => {
      const door = await entered(ctx, given.token);
      const { party, row } = door;
      // A scan is confirmed, not signed.
      if (inkOf(row) || given.sha256 !== row.pdf_sha256) throw new Refusal('conflict', m.agreement_refusal_other_text());
      await insistAgreed(ctx.db, row);
      if (!fitsKind(given.kind, given.drawn)) throw invalid({ drawn: m.agreement_problem_drawn() });
      await spent(ctx, door, given.code);
      await keepSignature(ctx, door, given);
      await move(ctx, agreementMachine, 'sign', row.id, null, 'clock');
      const left = await afterSignature(ctx, door);
      await leadStep(ctx, row, 'agreement.signed');
      await audit(ctx.db, ctx, {
        ...{ kind: 'edit', document: 'agreement', id: row.id, code: row.code },
        ...{ before: { status: row.status }, after: { status: 'partially_signed', name: party.name } },
      });
      return { signed: true, left, code: row.code };
    }),

    paper: inTwo(checked, async (ctx: Ctx, { token, code }: Input<Calls['paper']>): Promise<Result<Calls['paper']>> => {
      const door = await entered(ctx, token);
      const ink = inkOf(door.row);
      if (!ink) throw new Refusal('conflict', m.agreement_refusal_other_text());
      await insistAgreed(ctx.db, door.row);
      await spent(ctx, door, code);
      await confirmed(unscoped(ctx, why), door.row, door.party, ink);
      return { confirmed: true };
    }),

    reject: inTwo(checked, async (ctx: Ctx, { token, code, reason }: Input<Calls['reject']>): Promise<Result<Calls['reject']>> => {
      const door = await entered(ctx, token);
      await spent(ctx, door, code);
      await saidNo(ctx, door, reason);
      return { rejected: true };
    }),

    myLink: async (ctx: Ctx, { id }: { id: number }): Promise<{ path: string }> => ({ path: await ownLink(house, ctx, id) }),
  };
};

async function saidNo(ctx: Ctx, { party, row }: Door, reason: string): Promise<void> {
  const scan = inkOf(row) && row.status === 'draft';
  if (scan) await paperRefused(ctx, row, party, reason);
  else {
    await itself(ctx.db, 'agreement_party', party).change().set({ status: 'rejected' }).$call(oneRow);
    await fall(ctx, row, 'reject', reason, party);
  }
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'agreement', id: row.id, code: row.code, reason },
    ...{ before: { status: row.status }, after: { status: scan ? row.status : 'rejected', name: party.name } },
  });
}

/** The way from somebody's own dashboard: good for them alone. */
async function ownLink(house: House, ctx: Ctx, id: number): Promise<string> {
  const mine = await from(ctx, 'agreement')
    .$call(unproved)
    .innerJoin('agreement_party', 'agreement_party.agreement_id', 'agreement.id')
    .select(['agreement_party.id', 'agreement_party.token_hash'])
    .where('agreement.id', '=', id)
    .where('agreement_party.person_id', '=', ctx.me.userId)
    .where('agreement_party.token_hash', 'is not', null)
    .executeTakeFirst();
  if (!mine) throw missing();
  return pathOf(madeToken(house.secret, 'own', mine));
}
