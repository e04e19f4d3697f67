import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, nobody } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { wrongFor } from '#test/tampered.ts';
import { here, type Somebody, somebody } from '#test/world.ts';
import { subjectCodes } from '../service.ts';

let house: House;
let codes: ReturnType<typeof subjectCodes>;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  codes = subjectCodes(house);
});
beforeEach(async () => void (await house.database.db.deleteFrom('throttle').execute()));

const phone = () => `+2547123${String(10_000 + ++n)}`;
const write = <T>(work: (ctx: Ctx) => Promise<T>) =>
  house.database.db.transaction().execute((tx) => work({ me: nobody, db: tx, from: here, note: { audited: 0 } }));
const ask = (to: { phone: string } | { email: string }, subject: string, purpose: 'tour' | 'sign' = 'tour') =>
  write((ctx) => codes.sendCode(ctx, { to, purpose, subject, locale: 'en' }));
const sent = async () =>
  (await told(house)).findLast((one) => one.event === 'security.phone_code' || one.event === 'security.email_code')?.params.code ?? '';
const calm = () => house.database.db.deleteFrom('throttle').execute();
const wrong = { extra: { fields: { code: expect.any(String) } } };

test('a code asked for again too soon says when it may be', async () => {
  const to = { phone: phone() };
  await ask(to, 'a');
  await expect(ask(to, 'a')).rejects.toMatchObject({ failure: 'tooMany', message: expect.stringMatching(/in (60|59|58) seconds/) });
});

describe('a code for one purpose and one subject', () => {
  test('is right for that alone, may be looked at again, and is spent once', async () => {
    const to = { phone: phone() };
    await ask(to, 'listing:1');
    const code = await sent();
    await expect(codes.checkCode({ to, purpose: 'sign', subject: 'listing:1', code })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'listing:2', code })).rejects.toMatchObject(wrong);
    const given = { to, purpose: 'tour' as const, subject: 'listing:1', code };
    await codes.checkCode(given);
    // What it was for was refused: the same code is still good.
    await expect(
      write(async (ctx) => {
        await codes.spendCode(ctx, given);
        throw new Error('the slot was taken');
      }),
    ).rejects.toThrow('the slot was taken');
    await codes.checkCode(given);
    await write((ctx) => codes.spendCode(ctx, given));
    await expect(codes.checkCode(given)).rejects.toMatchObject(wrong);
    await expect(write((ctx) => codes.spendCode(ctx, given))).rejects.toMatchObject(wrong);
  });

  test('is worth nothing after five wrong answers, and after ten minutes', async () => {
    const to = { phone: phone() };
    await ask(to, 'a');
    const code = await sent();
    const other = wrongFor(code);
    for (let i = 0; i < 5; i++) await expect(codes.checkCode({ to, purpose: 'tour', subject: 'a', code: other })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'a', code })).rejects.toMatchObject(wrong);
    await calm();
    await ask(to, 'a');
    const next = { to, purpose: 'tour' as const, subject: 'a', code: await sent() };
    await setClock(house, new Date(Date.now() + 11 * 60_000).toISOString());
    await expect(codes.checkCode(next)).rejects.toMatchObject(wrong);
    await expect(write((ctx) => codes.spendCode(ctx, next))).rejects.toMatchObject(wrong);
    await setClock(house, null);
  });

  test('after ten wrong ones a day nobody guesses any more', async () => {
    const to = { phone: phone() };
    for (let i = 0; i < 10; i++) await expect(codes.checkCode({ to, purpose: 'tour', subject: 'x', code: '000000' })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'x', code: '000000' })).rejects.toMatchObject({ failure: 'tooMany' });
  });

  test('not twice a minute, whatever home it is for; abroad by mail', async () => {
    const to = { phone: phone() };
    await ask(to, 'a');
    await expect(ask(to, 'b')).rejects.toMatchObject({ failure: 'tooMany', extra: { retry_after: expect.any(Number) } });
    await expect(ask({ phone: '+447700900123' }, 'a')).rejects.toMatchObject({ extra: { fields: { phone: expect.any(String) } } });
    await ask({ email: 'Far@Example.com' }, 'a');
    await codes.checkCode({ to: { email: 'far@example.com' }, purpose: 'tour', subject: 'a', code: await sent() });
  });

  test('who is signed in is counted by themselves: one customer stops nobody behind the same address', async () => {
    const [busy, other] = [await somebody(house, 'owner'), await somebody(house, 'agent')];
    const withdraw = (me: Somebody['me'], subject: string) =>
      house.database.db
        .transaction()
        .execute((tx) =>
          codes.sendCode({ me, db: tx, from: here, note: { audited: 0 } }, { to: { phone: phone() }, purpose: 'withdraw', subject, locale: 'en' }),
        );
    for (let i = 0; i < 10; i++) await withdraw(busy.me, `w-${i}`);
    await expect(withdraw(busy.me, 'w-10')).rejects.toMatchObject({ failure: 'tooMany' });
    await withdraw(other.me, 'w-11');
  });

  test('whoever asks for tours with somebody’s number does not keep them from signing; a link is asked often by nobody either', async () => {
    const to = { phone: phone() };
    const elsewhere = () => house.database.db.deleteFrom('throttle').where('key', 'like', 'code-place:%').execute();
    for (let i = 0; i < 8; i++) await ask(to, `home-${i}`).catch(() => undefined);
    await expect(ask(to, 'home-9')).rejects.toMatchObject({ failure: 'tooMany' });
    await ask(to, 'party-1', 'sign');
    await codes.checkCode({ to, purpose: 'sign', subject: 'party-1', code: await sent() });
    await expect(ask(to, 'party-1', 'sign')).rejects.toMatchObject({ failure: 'tooMany' });
    // All links of one number together have an end.
    for (let i = 0; i < 19; i++) {
      await elsewhere();
      await ask(to, `more-${i}`, 'sign');
    }
    await elsewhere();
    await expect(ask(to, 'the-last', 'sign')).rejects.toMatchObject({ failure: 'tooMany' });
  });
});
