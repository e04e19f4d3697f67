import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementText, SignHead, SignText } from '#contract/agreement/shapes.ts';
import { fitsKind, type signCalls } from '#contract/agreement/sign-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { invalid } from '#server/http/answer.ts';
import { inTwo } from '#server/http/registry.ts';
import { subjectCodes } from '#server/identity/service.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { signedPath } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { type Door, doors, headOf, hint, insistSettled, subjectOf, why } from './door.ts';
import { templateOf } from './facts.ts';
import { fall } from './fall.ts';
import { inviteNext, madeToken, pathOf } from './invite.ts';
import { confirmed, paperRefused } from './paper.ts';
import { inkOf, missing, note, type PartyRow, paperSeconds, partiesIn } from './rows.ts';
import { leadStep } from './send.ts';
import { homeOf, tellManagers, tellParties } from './tell.ts';

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
      const { party, row } = door;
      const ink = inkOf(row);
      if (party.status === 'sent' && !ink) {
        await everything(ctx.db, 'agreement_party', why).change().set({ status: 'viewed' }).where('id', '=', party.id).$call(oneRow);
        await note(ctx, row.id, 'opened', { partyId: party.id });
      }
      const template = await templateOf(ctx.db, row.template_id ?? 0);
      const home = await everything(ctx.db, 'tenancy', why)
        .select()
        .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
        .innerJoin('property', 'property.id', 'tenancy.property_id')
        .select(['unit.name as unit', 'property.name as property'])
        .where('tenancy.id', '=', row.tenancy_id)
        .executeTakeFirstOrThrow();
      const text = row.text as AgreementText;
      return {
        ...(await headOf(ctx, door)),
        ...home,
        text,
        language: row.language,
        governs: template.governs,
        message: row.message,
        sha256: row.pdf_sha256 ?? '',
        pdf: row.pdf_file ? signedPath(house.secret, row.pdf_file, paperSeconds) : null,
        scan: ink ? signedPath(house.secret, ink.key, paperSeconds) : null,
        parties: (await partiesIn(ctx.db, row.id)).map(({ name, role, status }) => ({ name, role, status })),
        no_advocate: template.reviewed_by === '',
      };
    }),

    sign: inTwo(checked, async (ctx: Ctx, given: Input<Calls['sign']>): Promise<Result<Calls['sign']>> => {
      const door = await entered(ctx, given.token);
      const { party, row, to } = door;
      // A scan is confirmed, not signed.
      if (inkOf(row) || given.sha256 !== row.pdf_sha256) throw new Refusal('conflict', m.agreement_refusal_other_text());
      if (!fitsKind(given.kind, given.drawn)) throw invalid({ drawn: m.agreement_problem_drawn() });
      await spent(ctx, door, given.code);
      const proved_by = 'phone' in to ? 'sms' : 'email';
      await add(ctx, 'agreement_signature')
        .values({
          party_id: party.id,
          kind: given.kind,
          drawn: given.drawn,
          pdf_sha256: given.sha256,
          ip: ctx.from.ip || null,
          agent: ctx.from.agent.slice(0, 300),
          proved_by,
        })
        .execute();
      // The link is used.
      await everything(ctx.db, 'agreement_party', why)
        .change()
        // Proved is the number or mailbox the code went to: it is the one on the certificate.
        .set({ status: 'signed', token_hash: null, remind_at: null, ...to })
        .where('id', '=', party.id)
        .$call(oneRow);
      await note(ctx, row.id, 'signed', { partyId: party.id, detail: { said: hint(to) } });
      await move(ctx, agreementMachine, 'sign', row.id, null, 'clock');
      const more = await inviteNext(unscoped(ctx, why), row);
      const parties = await partiesIn(ctx.db, row.id);
      const left = parties.filter((p) => p.status !== 'signed').length;
      const words = {
        event: 'contract.signed',
        params: { name: party.name, home: await homeOf(ctx, row), left: String(left) },
        key: `${row.id}:${party.id}`,
      } as const;
      if (more) {
        const heard = (p: PartyRow) => p.id !== party.id && p.status === 'signed';
        await tellParties(ctx, row, words, (p) => !heard(p));
        await tellManagers(ctx, row, words, (p) => p.id === party.id || heard(p));
      } else await emit(ctx.db, 'agreement.seal', { agreementId: row.id }, `agreement.seal:${row.id}`);
      await leadStep(ctx, row, 'agreement.signed');
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'agreement',
        id: row.id,
        code: row.code,
        before: { status: row.status },
        after: { status: 'partially_signed', name: party.name },
      });
      return { signed: true, left, code: row.code };
    }),

    paper: inTwo(checked, async (ctx: Ctx, { token, code }: Input<Calls['paper']>): Promise<Result<Calls['paper']>> => {
      const door = await entered(ctx, token);
      const ink = inkOf(door.row);
      if (!ink) throw new Refusal('conflict', m.agreement_refusal_other_text());
      await spent(ctx, door, code);
      await confirmed(unscoped(ctx, why), door.row, door.party, ink);
      return { confirmed: true };
    }),

    reject: inTwo(checked, async (ctx: Ctx, { token, code, reason }: Input<Calls['reject']>): Promise<Result<Calls['reject']>> => {
      const door = await entered(ctx, token);
      const { party, row } = door;
      await spent(ctx, door, code);
      const scan = inkOf(row) && row.status === 'draft';
      if (scan) await paperRefused(ctx, row, party, reason);
      else {
        await everything(ctx.db, 'agreement_party', why).change().set({ status: 'rejected' }).where('id', '=', party.id).$call(oneRow);
        await fall(ctx, row, 'reject', reason, party);
      }
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'agreement',
        id: row.id,
        code: row.code,
        before: { status: row.status },
        after: { status: scan ? row.status : 'rejected', name: party.name },
        reason,
      });
      return { rejected: true };
    }),

    async myLink(ctx: Ctx, { id }: { id: number }): Promise<{ path: string }> {
      const mine = await from(ctx, 'agreement')
        .innerJoin('agreement_party', 'agreement_party.agreement_id', 'agreement.id')
        .select(['agreement_party.id', 'agreement_party.token_hash'])
        .where('agreement.id', '=', id)
        .where('agreement_party.person_id', '=', ctx.me.userId)
        .where('agreement_party.token_hash', 'is not', null)
        .executeTakeFirst();
      if (!mine) throw missing();
      return { path: pathOf(madeToken(house.secret, 'own', mine)) };
    },
  };
};
