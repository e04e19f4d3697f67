import { expect, test } from 'vitest';
import { createNarratedHomes, generateLines, makeRandom, measureMatching, statementDay } from '#test/bank-narrations.ts';
import { createTestServices } from '#test/db.ts';

test('bank narrations of eight banks: at least 97 % name the right tenancy first, and no automatic allocation is wrong', async () => {
  const services = await createTestServices();
  const random = makeRandom(20_261_119);
  const homes = await createNarratedHomes(services, 150, random);
  const rate = await measureMatching(services, generateLines(homes, 400, statementDay(), random));
  expect(rate.wrongAutomatic).toEqual([]);
  expect(rate.right / rate.lines, rate.missed.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(rate.automatic / rate.lines).toBeGreaterThan(0.6);
});
