import { callerRows, leasedOutScope, leasingScope, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const bidScopes: TableScopes = {
  bid: leasingScope('offers'),
  'bid:managed': leasedOutScope('offers'),
  bid_turn: visibleWith('bid', 'bid_id'),
  sale_file: leasingScope('offers', callerRows('buyer_id')),
  'sale_file:managed': leasedOutScope('offers'),
  sale_step: visibleWith('sale_file', 'sale_id'),
};
