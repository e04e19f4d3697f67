import { fillPath } from '#contract/kernel/screen.ts';
import { findScreenAddress } from '#contract/screens.ts';
import type { ThreadMessage } from '#contract/thread/calls.ts';
import type { LeadStepRecordKind } from '#contract/thread/steps.ts';
import { useDashboard } from '#web/layout/screen.ts';

/** The screens that show a record; the first one the layout has is used. */
const screens: Readonly<Record<LeadStepRecordKind, readonly string[]>> = {
  tour: ['tour.list', 'tour.mine'],
  bid: ['bid.one'],
  sale: ['bid.sale'],
  booking: ['booking.detail', 'booking.one'],
  tenancy: ['tenancy.detail'],
};

/** The page of a step's record in the reader's own dashboard. */
export function useRecordPageLink(): (message: Pick<ThreadMessage, 'record'>) => string | null {
  const { layout } = useDashboard();
  return ({ record }) => {
    if (!record) return null;
    const address = screens[record.kind].map((key) => findScreenAddress(`${layout}.${key}`)).find((one) => one !== undefined);
    if (!address) return null;
    const page = fillPath(address.path, { id: record.id, code: record.code });
    // A tour opens beside its list.
    return address.key === 'tour.list' ? `${page}?tour=${record.id}` : page;
  };
}
