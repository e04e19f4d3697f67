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
  const rate = await measureMatching(services, generateLines(homes, 400, narrationTimes.day, random));
  expect(rate.wrongAutomatic).toEqual([]);
  expect(rate.right / rate.lines, rate.missed.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(rate.automatic / rate.lines).toBeGreaterThan(0.6);
  // The import allocates what the preview calls certain, each home once.
  const lines = generateLines(homes, 100, narrationTimes.day, random);
  const [seen, imported] = [await measureMatching(services, lines), await importNarrations(services, lines)];
  expect(imported.wrongAutomatic).toEqual([]);
  expect(imported.automatic).toBe(seen.automatic);
});
