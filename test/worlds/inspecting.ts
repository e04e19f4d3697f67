import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { itemsOf } from '#contract/inspection/kinds.ts';
import type { InspectionFull, Op } from '#contract/inspection/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { inspectionService } from '#server/inspection/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { make } from '#server/tenancy/service.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addUnit, place } from './market.ts';

export const phone = 'device-aaaa';
export const other = 'device-bbbb';
let n = 0;

/** An owner with homes, somebody who lives in them, the platform, and what they do to inspections; for tests of that room. */
export async function inspecting() {
  const house = await freshHouse();
  const service = inspectionService(house);
  const { owner, property } = await place(house);
  const [tenant, admin] = [await somebody(house, 'tenant'), await somebody(house, 'admin')];
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#445566' } })
    .jpeg()
    .toBuffer();

  const as = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
  const soon = () => new Date(clock.ms() + 3_600_000).toISOString();
  const later = () => new Date(clock.ms() + 30 * 3_600_000).toISOString();
  const refused = (failure: string, more: object = {}) => expect.objectContaining({ failure, ...more });

  /** A home somebody with an account lives in. */
  async function lived(starts = addDays(clock.today(), -60)) {
    const unitId = await addUnit(house, property);
    const { id } = await house.database.db.transaction().execute((tx) =>
      make(atClock(tx), {
        ...{ unitId, startsOn: starts, endsOn: addDays(clock.today(), 300), rentCents: 4_500_000, period: 2, depositCents: 4_500_000 },
        people: [
          {
            somebody: { personId: tenant.id, name: 'Achieng', phone: `+25472${4_000_000 + ++n}`, email: null },
            role: 'lead' as const,
            shareBp: 10_000,
          },
        ],
        opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
      }),
    );
    return { unit: unitId, tenancy: id };
  }
  const planned = (at: { unit: number; tenancy: number | null }, facts: object = {}) =>
    as(owner, (ctx) =>
      service.create(ctx, {
        ...{ kind: 'move_in', unit_id: at.unit, tenancy_id: at.tenancy, scheduled_at: soon(), inspector_id: null, template_id: null },
        ...{ consented: false, reason: '', ...facts },
      }),
    );
  const seqs = new Map<string, number>();
  const sent = (id: number, device: string, ops: readonly Op[]) =>
    ops.map((op) => {
      const seq = (seqs.get(`${id}${device}`) ?? 0) + 1;
      seqs.set(`${id}${device}`, seq);
      return { id: randomUUID(), seq, op };
    });
  const send = (id: number, ops: readonly Op[], { who = owner, device = phone } = {}) =>
    as(who, (ctx) => service.ops(ctx, { id, device, ops: sent(id, device, ops) }));
  const begin = (id: number, who = owner) => as(who, (ctx) => service.begin(ctx, { id, device: phone }));
  const submit = (id: number, who = owner, device = phone) => as(who, (ctx) => service.submit(ctx, { id, device }));
  const details = (who: Somebody, id: number) => service.details(ctxOf(house, who), { id });
  const photo = (id: number, item: string, facts: object = {}, who = owner) =>
    as(who, (ctx) =>
      service.photo(ctx, {
        ...{ id, photo_id: randomUUID(), item, device: phone, way: 'camera', sha256: createHash('sha256').update(jpeg).digest('hex') },
        ...{ file: { data: jpeg, type: 'jpeg', name: 'a.jpg' }, ...facts },
      }),
    );
  const wholeOf = (one: InspectionFull, condition: 'good' | 'poor' = 'good'): Op[] =>
    itemsOf(one.areas).map(({ id }) => ({ do: 'answer' as const, item: id, condition, note: condition === 'poor' ? 'Broken' : '' }));
  const sign: Op = { do: 'sign', role: 'inspector', name: 'Otieno Mkaguzi' };
  /** Begun, filled in, signed and handed in. */
  async function handedIn(at: { unit: number; tenancy: number | null }, facts: object = {}, ops: readonly Op[] = []) {
    const one = await planned(at, facts);
    await begin(one.id);
    await send(one.id, [...wholeOf(one), ...ops, sign]);
    return submit(one.id);
  }
  return {
    house,
    service,
    owner,
    property,
    tenant,
    admin,
    as,
    soon,
    later,
    refused,
    lived,
    planned,
    seqs,
    sent,
    send,
    begin,
    submit,
    details,
    photo,
    wholeOf,
    sign,
    handedIn,
  };
}
