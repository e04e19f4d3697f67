import type { PayoutRail } from '#server/transfer/service.ts';

/** A phone that takes everything and says nothing. */
export const silent = () => {
  const paid: string[] = [];
  const asked: string[] = [];
  const rail: PayoutRail = {
    from: async () => null,
    pay: async ({ key }) => {
      paid.push(key);
      return { kind: 'accepted', conversation: `AG_${key}` };
    },
    ask: async (key) => {
      asked.push(key);
      return { kind: 'accepted', conversation: null };
    },
  };
  return { paid, asked, rail };
};
