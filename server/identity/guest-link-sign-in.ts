import { withPreparation } from '#server/http/registry.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type CodePurpose, findCodeDestination, subjectCodeService } from './contact/subject-code.ts';

/** What a module declares for sign-in by its links. It refuses links whose record does not exist. */
type Behind<At> = {
  readonly purpose: CodePurpose;
  readonly byToken: (token: string) => At;
  readonly subjectOf: (at: At) => string;
  /** The current contact of the person who received the link. */
  readonly guestAt: (db: Db, at: At) => Promise<{ readonly phone: string | null; readonly email: string | null }>;
  readonly passOf: (at: At) => string;
};

/**
 * Sign-in for people without an account: the link identifies them and a one-time code confirms it. Both together give a pass for the page of the
 * link.
 */
export function guestLinkSignInService<At>(services: RunningServices, { purpose, byToken, subjectOf, guestAt, passOf }: Behind<At>) {
  const codes = subjectCodeService(services);
  const asked = async (db: Db, token: string) => {
    const at = byToken(token);
    const { phone, email } = await guestAt(db, at);
    const to = findCodeDestination(phone, email);
    if (!to) throw new Refusal('notFound', sentence('itemNotFound'));
    return { at, to, purpose, subject: subjectOf(at) };
  };
  return {
    async knock(ctx: Ctx, { token }: { token: string }): Promise<{ to: string }> {
      const { to, subject } = await asked(ctx.db, token);
      await codes.sendCode(ctx, { to, purpose, subject, locale: localeContext.current() });
      return { to: 'phone' in to ? `…${to.phone.slice(-3)}` : `…${to.email.slice(-8)}` };
    },
    enter: withPreparation(
      async ({ db }, { token, code }: { token: string; code: string }) => {
        const found = await asked(db, token);
        await codes.checkCode({ ...found, code });
        return found;
      },
      async (ctx, { code }, found): Promise<{ pass: string }> => {
        await codes.spendCode(ctx, { ...found, code });
        return { pass: passOf(found.at) };
      },
    ),
  };
}
