import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { setClock } from './clock.ts';
import { type Deed, deeds as ofOne } from './leasing/deeds.ts';
import { beginAt, beginnings, tiedDeeds } from './leasing/deeds-tied.ts';
import { broken, overdue } from './leasing/invariants.ts';
import { digest, type LeasingWorld, leasingWorld, type Picture, picture, refusedOr } from './leasing/world.ts';

/** So long as this is tried, and a quarter of a minute more to find the shortest way to what was found. */
const [seconds, forShrinking] = [25, 60] as const;
/**
 * However slow the machine: so many deeds are really done, these among them. A world that refuses everything, or in which there is nothing to
 * do, would break no rule either. The whole, a planned move and an agreed leaving come by chance too seldom: where runs begin they are done each time.
 */
const least = 80;
const among = ['apply', 'approve', 'cancel', 'wizard', 'askLeaving'] as const;
vi.setConfig({ testTimeout: 300_000 });

const deeds = { ...ofOne, ...tiedDeeds };
const names = Object.keys(deeds);
type Done = { readonly lines: string[]; readonly deeds: string[] };
/** One thing somebody does, or that time does; afterwards everything that must hold holds. */
class Step implements fc.AsyncCommand<Done, LeasingWorld> {
  private said: string;
  private readonly name: string;
  private readonly a: number;
  private readonly b: number;
  constructor(name: string, a: number, b: number) {
    [this.name, this.a, this.b, this.said] = [name, a, b, ''];
  }
  check = () => true;
  async run(done: Readonly<Done>, world: LeasingWorld): Promise<void> {
    if (this.name === 'time') await this.time(world);
    else done.deeds.push(...[await this.deed(world)].filter((name) => name !== null));
    done.lines.push(this.said);
    expect((await broken(world)).join('; '), this.said).toBe('');
  }
  /** Mostly something that may be done now: where this cannot be, another that can comes in its place, for a step that does nothing finds nothing. */
  private chosen(world: LeasingWorld, now: Picture): readonly [string, Deed] | null {
    const made = (name: string) => deeds[name]?.(world, now, this.a, this.b) ?? null;
    const own = made(this.name);
    if (own && (own.may !== false || this.a % 4 === 0)) return [this.name, own];
    for (let n = 0; n < names.length; n++) {
      const name = names[(this.b + n) % names.length] ?? '';
      const deed = made(name);
      if (deed && deed.may !== false) return [name, deed];
    }
    return own && [this.name, own];
  }
  /** What came about. */
  private async deed(world: LeasingWorld): Promise<string | null> {
    const now = await picture(world);
    const [name, deed] = this.chosen(world, now) ?? [this.name, null];
    this.said = deed?.says ?? `${name}: nothing to do`;
    if (!deed) return null;
    const refusal = await refusedOr(deed.act);
    this.said += refusal === null ? ': done' : `: refused (${refusal})`;
    // What is said of one home alone holds where nothing ties it to another; what must hold anyway is asked afterwards.
    const tied = now.tied && !(name in tiedDeeds);
    if (deed.may !== null && !tied) expect(refusal === null, this.said).toBe(deed.may);
    if (refusal !== null) return null;
    if (!deed.so || tied) return name;
    const found = deed.so(await picture(world));
    expect(Object.fromEntries(Object.entries(found).map(([what, [is]]) => [what, is])), this.said).toEqual(
      Object.fromEntries(Object.entries(found).map(([what, [, should]]) => [what, should])),
    );
    return name;
  }
  /** Some hours or days pass; the jobs run, twice: the second time finds nothing to do. */
  private async time(world: LeasingWorld): Promise<void> {
    const hours = [1, 20, 49, 73, 24 * 8, 24 * 32][this.a % 6] ?? 1;
    await world.later(hours);
    this.said = `${hours} hours later: ${clock.now().toISOString()}`;
    await world.runJobs();
    const first = await digest(world);
    expect((await overdue(world)).join('; '), this.said).toBe('');
    await world.runJobs();
    expect(await digest(world), `${this.said}, and the jobs once more`).toBe(first);
  }
  toString = () => this.said || `${this.name}(${this.a}, ${this.b})`;
}

const numbers = [fc.nat(4095), fc.nat(4095)] as const;
const step = (name: string) => fc.tuple(...numbers).map(([a, b]) => new Step(name, a, b));
/** What happens often comes often: without applications and days that pass there is little to go wrong. */
const often: Readonly<Record<string, number>> = {
  apply: 9,
  approve: 9,
  pay: 5,
  activate: 5,
  wizard: 3,
  leave: 3,
  end: 3,
  transfer: 2,
  cancel: 3,
  stallUnit: 2,
  thawUnit: 2,
  offerAgain: 2,
  applyWhole: 5,
  planMove: 6,
  askLeaving: 3,
  agreeLeaving: 4,
};
const all = fc.commands(
  [
    ...Object.keys(deeds).flatMap((name) => Array.from({ length: often[name] ?? 1 }, () => step(name))),
    ...Array.from({ length: 8 }, () => step('time')),
  ],
  {
    size: 'max',
    maxCommands: 40,
  },
);

test.each([...Array(beginnings).keys()])('where a run begins can be come to, and time goes on from there: %i', async (which) => {
  const world = await leasingWorld();
  try {
    await beginAt(world, which);
    const [first] = (await picture(world)).tenancies;
    if (which === 3 || which === 4) expect(first).toMatchObject({ moves_on: addDays(first?.ends_on ?? '', 1) });
    if (which === 5) expect(first).toMatchObject({ leaving_on: addDays(clock.today(), 9), ask: null });
    for (const days of [1, 12, 40]) {
      await world.later(24 * days);
      await world.runJobs();
      expect([...(await broken(world)), ...(await overdue(world))]).toEqual([]);
    }
    const [then] = (await picture(world)).tenancies;
    if (which === 3 || which === 4)
      expect(then).toMatchObject({ unit: world.units[1], moves_on: null, rent: 2_900_000, status: which === 3 ? 'expired' : 'active' });
  } finally {
    await setClock(world.house, null);
    await world.close();
  }
});

test('whatever is done, in whatever order and however late: nothing is promised twice, and every record says what is so', async () => {
  const began = performance.now();
  let failed = false;
  let [runs, steps] = [0, 0];
  const deedsDone: string[] = [];
  const enough = () => deedsDone.length >= least && among.every((name) => deedsDone.includes(name));
  try {
    await fc.assert(
      fc.asyncProperty(fc.nat(beginnings - 1), fc.noBias(all), async (which, commands) => {
        const late = performance.now() - began > (failed ? seconds + forShrinking : seconds) * 1000;
        if (late && (failed || enough())) return;
        const world = await leasingWorld();
        const model: Done = { lines: [], deeds: [] };
        try {
          await beginAt(world, which);
          expect((await broken(world)).join('; '), `beginning ${which}`).toBe('');
          await fc.asyncModelRun(() => ({ model, real: world }), commands);
          runs++;
          steps += model.lines.length;
          deedsDone.push(...model.deeds);
        } catch (problem) {
          failed = true;
          throw problem;
        } finally {
          await setClock(world.house, null);
          await world.close();
        }
      }),
      { numRuns: 30 },
    );
  } finally {
    console.log(
      `leasing: ${steps} steps in ${runs} runs, ${deedsDone.length} of them done, ${deedsDone.filter((name) => name in tiedDeeds).length} that tie homes, ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
  expect(deedsDone.length, 'deeds that were done').toBeGreaterThanOrEqual(least);
  expect(
    among.filter((name) => !deedsDone.includes(name)),
    'deeds that never came about',
  ).toEqual([]);
});
