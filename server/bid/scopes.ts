import { callerRows, leasedOut, leasingScope, type Scopes, seenWith } from '#server/kernel/scope.ts';

export const bidScopes: Scopes = {
  bid: leasingScope('offers'),
  'bid:managed': leasedOut('offers'),
  bid_turn: seenWith('bid', 'bid_id'),
  sale_file: leasingScope('offers', callerRows('buyer_id')),
  'sale_file:managed': leasedOut('offers'),
  sale_step: seenWith('sale_file', 'sale_id'),
};
