import { notificationCalls } from '#contract/notification/calls.ts';
import { type EventChannel, maxBroadcastRecipients } from '#contract/notification/events.ts';
import { broadcastReachTexts } from '#contract/notification/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatCount, formatDateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { type BroadcastDraft, hasBroadcastAudience, toBroadcastAudienceInput, toBroadcastMoment } from './draft.ts';
import classes from './notification.module.css';

type Counted = { people: number; allowed: boolean };

/** The number of recipients, while the audience is being chosen. */
export function BroadcastReachNote({ draft }: { draft: BroadcastDraft }) {
  const audience = useCall(notificationCalls.previewAudience, toBroadcastAudienceInput(draft), { enabled: hasBroadcastAudience(draft) });
  if (!hasBroadcastAudience(draft) || !audience.data || audience.isPlaceholderData) return null;
  return <Meant {...audience.data} />;
}

function Meant({ people, allowed }: Counted) {
  if (people === 0) return <Note tone="guard">{m.notification_send_nobody()}</Note>;
  if (!allowed) return <Note tone="bad">{m.notification_send_too_many({ count: people, limit: maxBroadcastRecipients })}</Note>;
  return <Note>{m.notification_send_reaches({ count: people })}</Note>;
}

/** Only the parts of the form that the confirmation needs. */
type Sent = { readonly values: BroadcastDraft; readonly busy: boolean; readonly submit: () => void };

/** The confirmation: recipients per channel, SMS cost, and the text as it will be read. */
export function BroadcastReview({ form, opened, close }: { form: Sent; opened: boolean; close: () => void }) {
  const draft = form.values;
  const { heading, message, heading_sw, message_sw } = draft;
  const asked = useCall(
    notificationCalls.previewAudience,
    { ...toBroadcastAudienceInput(draft), heading, message, heading_sw, message_sw },
    { enabled: opened },
  );
  const reach = asked.isPlaceholderData ? undefined : asked.data;
  const ways = draft.channels as EventChannel[];
  const later = draft.when === 'later';
  const send = () => {
    close();
    form.submit();
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={close}
      title={(later ? m.notification_review_title_later : m.notification_review_title)({ heading })}
      confirmLabel={reach ? (later ? m.notification_review_schedule : m.notification_review_send)({ count: reach.people }) : m.notification_send()}
      cancelLabel={m.notification_review_back()}
      closeLabel={m.shell_close()}
      ready={reach?.allowed === true && reach.people > 0}
      loading={form.busy}
      onConfirm={send}
    >
      {reach && (reach.people === 0 || !reach.allowed) && <Meant {...reach} />}
      {reach && (
        <ul className={classes.counts}>
          {ways.map((channel) => (
            <li key={channel}>{broadcastReachTexts[channel]({ count: formatCount(reach[channel]) })}</li>
          ))}
          {ways.includes('sms') && reach.text && (
            <li>{m.notification_review_segments({ count: formatCount(reach.sms * reach.text.segments), each: String(reach.text.segments) })}</li>
          )}
        </ul>
      )}
      <p>{later ? m.notification_review_at({ when: formatDateTime(toBroadcastMoment(draft.at)) }) : m.notification_review_now()}</p>
      {ways.includes('sms') && reach?.text?.whole === false && <Note tone="guard">{m.notification_review_cut()}</Note>}
      <Preview lang="en" heading={heading} message={message} sms={ways.includes('sms') ? reach?.text?.en : undefined} />
      <Preview lang="sw" heading={heading_sw || heading} message={message_sw || message} sms={ways.includes('sms') ? reach?.text?.sw : undefined} />
    </ConfirmModal>
  );
}

const Preview = ({ lang, heading, message, sms }: { lang: 'en' | 'sw'; heading: string; message: string; sms: string | undefined }) => (
  <section aria-label={lang === 'en' ? m.shell_language_english() : m.shell_language_kiswahili()}>
    <p>
      <b>{lang === 'en' ? m.shell_language_english() : m.shell_language_kiswahili()}</b>
    </p>
    <div lang={lang}>
      <b>{heading}</b>
      <p className={classes.said}>{message}</p>
      {sms && <p className={classes.sms}>{sms}</p>}
    </div>
  </section>
);
