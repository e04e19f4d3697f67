import { unitStatuses } from '#contract/catalogue/kinds.ts';
import type { PendingTask } from './pending-task.ts';

/** The figures of a home page: each opens a list, with a filter under which the list has exactly as many rows. */
export const homeFigures = {
  properties: { screen: 'property.list', filter: {} },
  pending: { screen: 'property.list', filter: { status: 'pending_verification' } },
  rejected: { screen: 'property.list', filter: { status: 'rejected' } },
  occupied: { screen: 'unit.list', filter: { status: String(unitStatuses.occupied) } },
  live: { screen: 'listing.list', filter: { shown: 'true' } },
  lived_in: { screen: 'tenancy.list', filter: { lived_in: 'true' } },
  ending: { screen: 'tenancy.list', filter: { ending: 'true' } },
  starting: { screen: 'tenancy.list', filter: { starting: 'true' } },
  tours: { screen: 'tour.list', filter: { when: 'week' } },
  asked: { screen: 'invoice.list', filter: {} },
  late: { screen: 'invoice.list', filter: { overdue: 'true' } },
  frozen: { screen: 'booking.list', filter: { stage: 'frozen' } },
} as const satisfies Readonly<Record<string, Pick<PendingTask, 'screen' | 'filter'>>>;
export type HomeFigure = keyof typeof homeFigures;
