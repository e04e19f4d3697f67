import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymousCaller, type Ctx } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { subjectCodeService } from '../service.ts';

let services: TestServices;
let codes: ReturnType<typeof subjectCodeService>;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  codes = subjectCodeService(services);
});
beforeEach(async () => void (await services.database.db.deleteFrom('throttle').execute()));

const phone = () => `+2547123${String(10_000 + ++n)}`;
const write = <T>(work: (ctx: Ctx) => Promise<T>) =>
  services.database.db.transaction().execute((tx) => work({ me: anonymousCaller, db: tx, from: testRequestOrigin, note: { audited: 0 } }));
const ask = (to: { phone: string } | { email: string }, subject: string, purpose: 'tour' | 'sign' = 'tour') =>
  write((ctx) => codes.sendCode(ctx, { to, purpose, subject, locale: 'en' }));
const sent = async () =>
  (await listSentNotifications(services)).findLast((one) => one.event === 'security.phone_code' || one.event === 'security.email_code')?.params
    .code ?? '';
const calm = () => services.database.db.deleteFrom('throttle').execute();
const wrong = { extra: { fields: { code: expect.any(String) } } };

test('guest code: a second request within a minute is refused with the remaining waiting time', async () => {
  const to = { phone: phone() };
  await ask(to, 'a');
  await expect(ask(to, 'a')).rejects.toMatchObject({ failure: 'tooMany', message: expect.stringMatching(/in (60|59|58) seconds/) });
});

describe('guest code: purpose and subject', () => {
  test('a code is valid only for its purpose and subject, can be checked repeatedly, and can be used once', async () => {
    const to = { phone: phone() };
    await ask(to, 'listing:1');
    const code = await sent();
    await expect(codes.checkCode({ to, purpose: 'sign', subject: 'listing:1', code })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'listing:2', code })).rejects.toMatchObject(wrong);
    const given = { to, purpose: 'tour' as const, subject: 'listing:1', code };
    await codes.checkCode(given);
    // The action was refused, but the same code is still valid.
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

  test('a code is invalid after five wrong answers and after ten minutes', async () => {
    const to = { phone: phone() };
    await ask(to, 'a');
    const code = await sent();
    const other = makeWrongCode(code);
    for (let i = 0; i < 5; i++) await expect(codes.checkCode({ to, purpose: 'tour', subject: 'a', code: other })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'a', code })).rejects.toMatchObject(wrong);
    await calm();
    await ask(to, 'a');
    const next = { to, purpose: 'tour' as const, subject: 'a', code: await sent() };
    await setClock(services, new Date(Date.now() + 11 * 60_000).toISOString());
    await expect(codes.checkCode(next)).rejects.toMatchObject(wrong);
    await expect(write((ctx) => codes.spendCode(ctx, next))).rejects.toMatchObject(wrong);
    await setClock(services, null);
  });

  test('a phone number is refused after ten wrong answers a day', async () => {
    const to = { phone: phone() };
    for (let i = 0; i < 10; i++) await expect(codes.checkCode({ to, purpose: 'tour', subject: 'x', code: '000000' })).rejects.toMatchObject(wrong);
    await expect(codes.checkCode({ to, purpose: 'tour', subject: 'x', code: '000000' })).rejects.toMatchObject({ failure: 'tooMany' });
  });

  test('codes are limited to one a minute across listings, and a person with a foreign number gets the code by email', async () => {
    const to = { phone: phone() };
    await ask(to, 'a');
    await expect(ask(to, 'b')).rejects.toMatchObject({ failure: 'tooMany', extra: { retry_after: expect.any(Number) } });
    await expect(ask({ phone: '+447700900123' }, 'a')).rejects.toMatchObject({ extra: { fields: { phone: expect.any(String) } } });
    await ask({ email: 'Far@Example.com' }, 'a');
    await codes.checkCode({ to: { email: 'far@example.com' }, purpose: 'tour', subject: 'a', code: await sent() });
  });

  test('requests of signed-in people are limited per person, so that one person does not block others at the same IP address', async () => {
    const [busy, other] = [await createPerson(services, 'owner'), await createPerson(services, 'agent')];
    const withdraw = (me: TestPerson['me'], subject: string) =>
      services.database.db
        .transaction()
        .execute((tx) =>
          codes.sendCode(
            { me, db: tx, from: testRequestOrigin, note: { audited: 0 } },
            { to: { phone: phone() }, purpose: 'withdraw', subject, locale: 'en' },
          ),
        );
    for (let i = 0; i < 10; i++) await withdraw(busy.me, `w-${i}`);
    await expect(withdraw(busy.me, 'w-10')).rejects.toMatchObject({ failure: 'tooMany' });
    await withdraw(other.me, 'w-11');
  });

  test('tour codes do not use up the limit for signature codes, and codes per link and per number are limited', async () => {
    const to = { phone: phone() };
    const elsewhere = () => services.database.db.deleteFrom('throttle').where('key', 'like', 'code-place:%').execute();
    for (let i = 0; i < 8; i++) await ask(to, `home-${i}`).catch(() => undefined);
    await expect(ask(to, 'home-9')).rejects.toMatchObject({ failure: 'tooMany' });
    await ask(to, 'party-1', 'sign');
    await codes.checkCode({ to, purpose: 'sign', subject: 'party-1', code: await sent() });
    await expect(ask(to, 'party-1', 'sign')).rejects.toMatchObject({ failure: 'tooMany' });
    // All links of one number share a limit.
    for (let i = 0; i < 19; i++) {
      await elsewhere();
      await ask(to, `more-${i}`, 'sign');
    }
    await elsewhere();
    await expect(ask(to, 'the-last', 'sign')).rejects.toMatchObject({ failure: 'tooMany' });
  });
});
