import type { MeteredLine } from '#contract/invoice/month.ts';
import type { Day } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';

type Asked = { readonly tenancyIds: readonly number[]; readonly from: Day; readonly last: Day };
export type Metered = MeteredLine & { readonly tenancyId: number };

export const metered = async (_db: Db, _asked: Asked): Promise<Metered[]> => [];
export const waiting = async (_db: Db, _tenancyIds: readonly number[]): Promise<Set<number>> => new Set();
export const billed = async (_ctx: Ctx, _readingIds: readonly number[], _lineId: number): Promise<void> => {};
