import { fill } from '#contract/kernel/screen.ts';
import { addressById } from '#contract/screens.ts';
import type { Message } from '#contract/thread/calls.ts';
import type { RecordKind } from '#contract/thread/steps.ts';
import { useDash } from '#web/layout/screen.ts';

/** Where a record is read: the first of these that a layout has. */
const screens: Readonly<Record<RecordKind, readonly string[]>> = {
  tour: ['tour.list', 'tour.mine'],
  bid: ['bid.one'],
  sale: ['bid.sale'],
  booking: ['booking.detail', 'booking.one'],
  tenancy: ['tenancy.detail'],
};

/** The page of what a step is about, in the reader's own dashboard. */
export function usePageOf(): (message: Pick<Message, 'record'>) => string | null {
  const { layout } = useDash();
  return ({ record }) => {
    if (!record) return null;
    const address = screens[record.kind].map((key) => addressById(`${layout}.${key}`)).find((one) => one !== undefined);
    if (!address) return null;
    const page = fill(address.path, { id: record.id, code: record.code });
    // A visit opens beside its list.
    return address.key === 'tour.list' ? `${page}?tour=${record.id}` : page;
  };
}
