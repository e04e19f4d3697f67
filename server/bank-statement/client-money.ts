import type { CollectionAccountRow } from '#server/treasury/service.ts';

/** Whether an import of this account adds to money that Makao holds for others. */
export const isClientMoney = (account: Pick<CollectionAccountRow, 'fund'>): boolean => account.fund === 'C';
