import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { matching } from './bookings.ts';

export const featuredWaits: Waits = { featured: (ctx) => oldestOf(matching(ctx, waits.featured.filter), 'featured_booking.created_at') };
