import { walletCalls } from '#contract/wallet/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { moneyLeft } from './closing.ts';
import { followAllocated, followAllocatedMany, followUnallocated } from './holds.ts';
import { walletScopes } from './scopes.ts';
import { walletService } from './service.ts';
import { walletTexts } from './texts.ts';

export const walletRoom: ServerRoom = {
  scopes: walletScopes,
  calls: { wallet: walletCalls },
  routes: (house) => serve(walletCalls, walletService(house)),
  followsMany: { 'payment.allocated': followAllocatedMany },
  follows: { 'payment.allocated': followAllocated, 'payment.unallocated': followUnallocated },
  texts: walletTexts,
  closing: [moneyLeft],
};
