import { callerRows, leasedOut, leasingScope, seenWith, type TableScopes } from '#server/kernel/scope.ts';

export const bidScopes: TableScopes = {
  bid: leasingScope('offers'),
  'bid:managed': leasedOut('offers'),
  bid_turn: seenWith('bid', 'bid_id'),
  sale_file: leasingScope('offers', callerRows('buyer_id')),
  'sale_file:managed': leasedOut('offers'),
  sale_step: seenWith('sale_file', 'sale_id'),
};
