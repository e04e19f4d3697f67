import { inTwo } from '#server/http/registry.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { type CodePurpose, codeGoesTo, subjectCodes } from './contact/subject-code.ts';

/** What a room says of the links it sends; one that leads nowhere it refuses itself. */
type Behind<At> = {
  readonly purpose: CodePurpose;
  readonly byToken: (token: string) => At;
  readonly subjectOf: (at: At) => string;
  /** Who it was sent to, as they are reached now. */
  readonly guestAt: (db: Db, at: At) => Promise<{ readonly phone: string | null; readonly email: string | null }>;
  readonly passOf: (at: At) => string;
};

/** The door of somebody without an account: their link says who they are, a code that they are it, and both give a pass for what lies behind. */
export function linkDoor<At>(house: House, { purpose, byToken, subjectOf, guestAt, passOf }: Behind<At>) {
  const codes = subjectCodes(house);
  const asked = async (db: Db, token: string) => {
    const at = byToken(token);
    const { phone, email } = await guestAt(db, at);
    const to = codeGoesTo(phone, email);
    if (!to) throw new Refusal('notFound', sentence('itemNotFound'));
    return { at, to, purpose, subject: subjectOf(at) };
  };
  return {
    async knock(ctx: Ctx, { token }: { token: string }): Promise<{ to: string }> {
      const { to, subject } = await asked(ctx.db, token);
      await codes.sendCode(ctx, { to, purpose, subject, locale: inLocale.current() });
      return { to: 'phone' in to ? `…${to.phone.slice(-3)}` : `…${to.email.slice(-8)}` };
    },
    enter: inTwo(
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
