import { agreementMachine } from '#contract/agreement/machine.ts';
import type { SigningLinkSummary, SigningLinkText } from '#contract/agreement/shapes.ts';
import { isValidSignature, type signCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { withPreparation } from '#server/http/registry.ts';
import { subjectCodeService } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { from, oneRow } from '#server/kernel/scoped.ts';
import { asUnproved, sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { closeUnsignedAgreement } from '../close-unsigned.ts';
import { makeSigningToken, signingPath } from '../invite.ts';
import { confirmSignedScan, rejectSignedScan } from '../paper-signing.ts';
import { assertRenewalTerms } from '../renewal.ts';
import { assertSignatureNotHeld, objectToNumber, readObjectionSummary } from '../replaced-contact.ts';
import { agreementNotFound, readPaperSigning } from '../rows.ts';
import { addAgreementLeadStep } from '../send.ts';
import {
  assertPhoneNotRecentlyChanged,
  buildSigningCodeSubject,
  readSignSummary,
  type SigningLink,
  signingLinkReason,
  signingLinkService,
} from '../signing-link.ts';
import { readSignText, recordFirstOpening } from './sign-text.ts';
import { advanceAfterSignature, storeSignature } from './signature.ts';

type Calls = typeof signCalls;

export const signHandlers = (services: RunningServices) => {
  const codes = subjectCodeService(services);
  const { opened } = signingLinkService(services);

  const checked = async (ctx: Ctx, { token, code }: { token: string; code: string }) => {
    const door = await opened(services.database.db, ctx, token);
    await codes.checkCode({ to: door.to, purpose: 'sign', subject: buildSigningCodeSubject(door), code });
  };
  /** Locks the signing link for a person who may use it now. */
  const entered = async (ctx: Ctx, token: string): Promise<SigningLink> => {
    const door = await opened(ctx.db, ctx, token, true);
    await assertPhoneNotRecentlyChanged(ctx.db, door);
    return door;
  };
  const spent = (ctx: Ctx, door: SigningLink, code: string) =>
    codes.spendCode(ctx, { to: door.to, purpose: 'sign', subject: buildSigningCodeSubject(door), code });

  return {
    async preview(ctx: Ctx, { token }: HandlerInput<Calls['preview']>): Promise<SigningLinkSummary> {
      return (await readObjectionSummary(services.secret, ctx, token)) ?? readSignSummary(ctx, await opened(ctx.db, ctx, token));
    },

    async sendCode(ctx: Ctx, { token }: HandlerInput<Calls['sendCode']>): Promise<HandlerResult<Calls['sendCode']>> {
      const door = await opened(ctx.db, ctx, token);
      await assertPhoneNotRecentlyChanged(ctx.db, door);
      await codes.sendCode(ctx, { to: door.to, purpose: 'sign', subject: buildSigningCodeSubject(door), locale: localeContext.current() });
      return { sent: true };
    },

    openText: withPreparation(checked, async (ctx: Ctx, { token }: HandlerInput<Calls['openText']>): Promise<SigningLinkText> => {
      const door = await entered(ctx, token);
      await recordFirstOpening(ctx, door);
      return readSignText(services, ctx, door);
    }),

    sign: withPreparation(checked, async (ctx: Ctx, given: HandlerInput<Calls['sign']>): Promise<HandlerResult<Calls['sign']>> => {
      const door = await entered(ctx, given.token);
      const { party, row } = door;
      // A scan is confirmed, not signed.
      if (readPaperSigning(row) || given.sha256 !== row.pdf_sha256) throw new Refusal('conflict', m.agreement_refusal_other_text());
      assertSignatureNotHeld(party);
      await assertRenewalTerms(ctx.db, row);
      if (!isValidSignature(given.kind, given.drawn)) throw invalidInputRefusal({ drawn: m.agreement_problem_drawn() });
      await spent(ctx, door, given.code);
      await storeSignature(ctx, door, given);
      await makeMove(ctx, agreementMachine, 'sign', row.id, null, 'clock');
      const left = await advanceAfterSignature(ctx, door);
      await addAgreementLeadStep(ctx, row, 'agreement.signed');
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

    confirmSignedScan: withPreparation(
      checked,
      async (ctx: Ctx, { token, code }: HandlerInput<Calls['confirmSignedScan']>): Promise<HandlerResult<Calls['confirmSignedScan']>> => {
        const door = await entered(ctx, token);
        const ink = readPaperSigning(door.row);
        if (!ink) throw new Refusal('conflict', m.agreement_refusal_other_text());
        await assertRenewalTerms(ctx.db, door.row);
        await spent(ctx, door, code);
        await confirmSignedScan(asUnscoped(ctx, signingLinkReason), door.row, door.party, ink);
        return { confirmed: true };
      },
    ),

    reject: withPreparation(
      checked,
      async (ctx: Ctx, { token, code, reason }: HandlerInput<Calls['reject']>): Promise<HandlerResult<Calls['reject']>> => {
        const door = await entered(ctx, token);
        await spent(ctx, door, code);
        await saidNo(ctx, door, reason);
        return { rejected: true };
      },
    ),

    objectToNumber: (ctx: Ctx, given: HandlerInput<Calls['objectToNumber']>) => objectToNumber(services, ctx, given),

    ownSigningLink: async (ctx: Ctx, { id }: { id: number }): Promise<{ path: string }> => ({ path: await ownLink(services, ctx, id) }),
  };
};

async function saidNo(ctx: Ctx, { party, row }: SigningLink, reason: string): Promise<void> {
  const scan = readPaperSigning(row) && row.status === 'draft';
  if (scan) await rejectSignedScan(ctx, row, party, reason);
  else {
    await sameRow(ctx.db, 'agreement_party', party).change().set({ status: 'rejected' }).$call(oneRow);
    await closeUnsignedAgreement(ctx, row, 'reject', reason, party);
  }
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id: row.id,
    code: row.code,
    reason,
    before: { status: row.status },
    after: { status: scan ? row.status : 'rejected', name: party.name },
  });
}

/** A signing link from the person's own dashboard, valid for that person only. */
async function ownLink(services: RunningServices, ctx: Ctx, id: number): Promise<string> {
  const mine = await from(ctx, 'agreement')
    .$call(asUnproved)
    .innerJoin('agreement_party', 'agreement_party.agreement_id', 'agreement.id')
    .select(['agreement_party.id', 'agreement_party.token_hash'])
    .where('agreement.id', '=', id)
    .where('agreement_party.person_id', '=', ctx.me.userId)
    .where('agreement_party.token_hash', 'is not', null)
    .executeTakeFirst();
  if (!mine) throw agreementNotFound();
  return signingPath(makeSigningToken(services.secret, 'own', mine));
}
