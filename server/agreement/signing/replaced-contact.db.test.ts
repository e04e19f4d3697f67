import { expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { agreementDriver, landlordHome, notFoundFailure, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { makeUnusedPhone, readSigningToken, toPartyInput } from '#test/fixtures/signers.ts';
import { listSentNotifications } from '#test/jobs.ts';

setUpAgreementTests();

test('a number replaced in the draft is on the trail, its owner gets a link to object, and the signature is held for that time', async () => {
  const swapped = async () => {
    const { id, mate } = await agreementDriver.drafted();
    const { parties } = await agreementDriver.full(id);
    const other = makeUnusedPhone();
    const given = parties.map(toPartyInput).map((one) => (one.phone === mate ? { ...one, turn: 1, phone: other } : { ...one, turn: one.turn + 1 }));
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: given });
    await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
    const told = (await listSentNotifications(testServices, 'contract.number_left')).filter(({ to }) => 'phone' in to && to.phone === mate);
    return { id, mate, other, told, object: readSigningToken(told[0]?.page) };
  };
  const held = await swapped();
  expect(held.told).toHaveLength(1);
  expect((await agreementDriver.full(held.id)).trail.filter(({ what }) => what === 'number_changed')).toMatchObject([
    { detail: expect.stringContaining(`${held.mate} → ${held.other}`) },
  ]);
  const token = await agreementDriver.lastToken(held.id);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject({ failure: 'conflict' });
  await setClock(testServices, new Date(clock.ms() + 3 * dayMs).toISOString());
  expect(await agreementDriver.signs(token)).toMatchObject({ signed: true });
  await setClock(testServices, null);

  const stopped = await swapped();
  expect(await agreementDriver.ask(signCalls.preview, null, { token: stopped.object })).toMatchObject({ objects: true });
  expect((await agreementDriver.full(stopped.id)).status).toBe('pending_signature');
  const forged = `object.${stopped.object.split('.')[1]}.${'A'.repeat(43)}`;
  await expect(agreementDriver.ask(signCalls.objectToNumber, null, { token: forged })).rejects.toMatchObject(notFoundFailure);
  expect(await agreementDriver.ask(signCalls.objectToNumber, null, { token: stopped.object })).toEqual({ objected: true });
  expect(await agreementDriver.full(stopped.id)).toMatchObject({ status: 'archived', reason: 'the recorded number objected' });
  await expect(agreementDriver.signs(await agreementDriver.lastToken(stopped.id))).rejects.toMatchObject(notFoundFailure);
  await expect(agreementDriver.ask(signCalls.objectToNumber, null, { token: stopped.object })).rejects.toMatchObject(notFoundFailure);
});
