import { bookingHistoryLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconCash, IconCheck, IconHomeKey, IconPlus, IconX } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';

const signs: Readonly<Record<string, typeof IconCheck>> = {
  approve: IconCheck,
  confirm: IconCash,
  close: IconHomeKey,
  decline: IconX,
  cancel: IconX,
  expire: IconX,
};

export const BookingHistory = ({ booking: b }: { booking: BookingDetails }) => (
  <Panel title={m.booking_history()}>
    <ActivityList
      items={[
        ...b.history.map((h) => ({
          key: `${h.at}${h.move}${h.to}`,
          what: bookingHistoryLabels[h.move]?.() ?? h.move,
          by: [h.by, h.reason].filter(Boolean).join(' · '),
          at: h.at,
          icon: signs[h.move],
        })),
        { key: 'made', what: b.mine ? m.booking_did_apply_you() : m.booking_did_apply(), at: b.created_at, icon: IconPlus },
      ]}
    />
  </Panel>
);
