import { sql } from 'kysely';
import type { AgreementVerificationResult } from '#contract/agreement/kinds.ts';
import type { verifyCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { type ScopedRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { agreementNotFound, listAgreementParties, readPaperSigning } from '../rows.ts';

type Calls = typeof verifyCalls;
const asks: ThrottleLimit = { limit: 60, seconds: 15 * 60 };
const why = 'any person with the file or its code may verify the document';

export const verifyHandlers = (services: RunningServices) => {
  const within = async (ctx: Ctx): Promise<void> => {
    const wait = await countAttemptSeparately(services.database.db, `verify:${getOriginNetworkKey(ctx.from)}`, asks);
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
  };
  const rows = (ctx: Ctx) =>
    systemRows(ctx.db, 'agreement', why)
      .select(['id', 'status', 'sealed_sha256', 'pdf_sha256', 'sealed_at', 'frozen_at', 'wet_ink', 'verify_code', 'updated_at'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('agreement as next')
              .select('next.id')
              .whereRef('next.replaces_id', '=', 'agreement.id')
              .where('next.status', '=', 'fully_signed'),
          )
          .as('replaced'),
      );
  const signers = async (ctx: Ctx, row: ScopedRow<'agreement'>) =>
    (await listAgreementParties(ctx.db, row)).filter((p) => p.status === 'signed').length;

  return {
    async verifyFile(ctx: Ctx, { sha256 }: HandlerInput<Calls['verifyFile']>): Promise<HandlerResult<Calls['verifyFile']>> {
      await within(ctx);
      const row = await rows(ctx)
        .where((eb) =>
          eb.or([
            eb('sealed_sha256', '=', sha256),
            eb('pdf_sha256', '=', sha256),
            // A scan that no tenant has confirmed is not an accepted agreement.
            eb.and([eb(sql<string | null>`wet_ink->>'sha256'`, '=', sha256), eb('status', 'in', ['fully_signed', 'archived'])]),
          ]),
        )
        // Generated files have priority over uploads, so that uploading the same file cannot make a sealed document unknown.
        .orderBy(sql`(sealed_sha256 = ${sha256} or pdf_sha256 = ${sha256}) is true desc`)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (!row) return { verdict: 'unknown', at: null, signers: 0, code: null };
      const whole = row.sealed_sha256 === sha256;
      const paper = !whole && row.pdf_sha256 !== sha256 && readPaperSigning(row)?.sha256 === sha256;
      const verdict: AgreementVerificationResult = row.replaced ? 'replaced' : whole ? 'sealed' : paper ? 'paper' : 'text';
      const at = whole ? row.sealed_at : paper ? row.updated_at : row.frozen_at;
      return { verdict, at: at?.toISOString() ?? null, signers: await signers(ctx, row), code: row.verify_code };
    },

    /** Verification by code returns the date and the number of signatories, but no names. */
    async verifyCode(ctx: Ctx, { code }: HandlerInput<Calls['verifyCode']>): Promise<HandlerResult<Calls['verifyCode']>> {
      await within(ctx);
      const letters = code
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')
        .replace(/(.{4})(?=.)/g, '$1-');
      const row = await rows(ctx).where('verify_code', '=', letters).where('sealed_sha256', 'is not', null).executeTakeFirst();
      if (!row) throw agreementNotFound();
      return { verdict: row.replaced ? 'replaced' : 'sealed', at: row.sealed_at?.toISOString() ?? null, signers: await signers(ctx, row) };
    },
  };
};
