import { callerRows, leasedOutRows, leasingScope, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const bidScopes: TableScopes = {
  bid: leasingScope('offers'),
  'bid:managed': leasedOutRows('offers'),
  bid_turn: visibleWith('bid', 'bid_id'),
  sale_file: leasingScope('offers', callerRows('buyer_id')),
  'sale_file:managed': leasedOutRows('offers'),
  sale_step: visibleWith('sale_file', 'sale_id'),
};
