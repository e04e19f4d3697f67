import { afterAll, expect, test } from 'vitest';
import { createNarratedHomes, importNarrations, measureMatching, narrationTimes } from '#test/bank-narrations.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { generateHomes, makeRandom } from '#test/narrations/homes.ts';
import { generateLines } from '#test/narrations/lines.ts';

let services: TestServices;
afterAll(() => setClock(services, null));

test('bank narrations of eight banks: at least 97 % name the right tenancy first, and no automatic allocation is wrong', async () => {
  services = await createTestServices();
  const random = makeRandom(20_261_119);
  await setClock(services, narrationTimes.created);
  const homes = await createNarratedHomes(services, generateHomes(100, random));
  await setClock(services, narrationTimes.imported);
  const lines = generateLines(homes, 100, narrationTimes.day, random);
  const rate = await measureMatching(services, lines);
  expect(rate.wrongAutomatic).toEqual([]);
  expect(rate.right / rate.lines, rate.missed.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(rate.automatic / rate.lines).toBeGreaterThan(0.5);
  // The import allocates what the preview calls certain.
  const imported = await importNarrations(services, lines);
  expect(imported.wrongAutomatic).toEqual([]);
  expect(imported.automatic).toBe(rate.automatic);
});
