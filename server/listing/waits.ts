import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './find.ts';

export const listingWaits: Waits = { confirm: (ctx) => oldestOf(found(ctx, { unconfirmed: true }), 'listing.last_confirmed_at') };
