import { clock } from '#contract/time/clock.ts';
import { platformRail } from '#server/treasury/service.ts';
import { startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse } from '#test/db.ts';
import { inTransaction, type Somebody } from '#test/world.ts';
import { delivered, type Post, postBox } from './payments.ts';

/** A house with the M-Pesa simulator, whose results stay in a box until a test delivers them. `now`: null leaves the machine's clock. */
export async function mpesaHouse(now: string | null = '2027-03-03T09:00:00Z') {
  const box = await postBox();
  const sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  const house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, now);
  const arrived = async (): Promise<Post[]> => {
    await sim.idle();
    return box.posts.splice(0);
  };
  return {
    ...{ house, db: house.database.db, sim, box, arrived, rail: platformRail(house) },
    as: <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work),
    deliver: async () => delivered(house, await arrived()),
    later: (seconds: number) => setClock(house, new Date(clock.ms() + seconds * 1000).toISOString()),
    /** What M-Pesa really paid under keys that begin so. */
    paidUnder: (mark: string) => sim.state().movements.filter(({ kind, originator }) => kind === 'b2c' && originator?.startsWith(mark)),
    close: async () => {
      await setClock(house, null);
      await sim.close();
      box.server.close();
    },
  };
}
