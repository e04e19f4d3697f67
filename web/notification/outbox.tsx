import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { notificationCalls } from '#contract/notification/calls.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { notificationPublicScreens } from '#contract/notification/public.ts';
import { loadCall } from '#web/client/load.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { Panel } from '#web/ui/public/panel.tsx';
import { m } from '#words/messages.js';
import classes from './notification.module.css';

export const handle = makeScreenHandle(notificationPublicScreens.outbox, m.screens_notification_outbox);

/** Outside demo and development the call is not found, and so is this page. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { results } = await loadCall(context, notificationCalls.localOutbox, { page: 1 });
  return { messages: results, page: { title: m.screens_notification_outbox() } };
}

const address = /(https?:\/\/\S+)/;

export default function LocalOutbox() {
  const { messages } = useLoaderData<typeof loader>();
  const { locale } = useApp();
  return (
    <div className={`wrap ${classes.outbox}`}>
      <h1>{m.notification_outbox_title()}</h1>
      <p>{m.notification_outbox_text()}</p>
      {messages.length === 0 && <p>{m.notification_outbox_empty()}</p>}
      {messages.map((message) => (
        <Panel key={message.id} title={message.subject || notificationChannelLabels[message.channel]()}>
          <p className={classes.meta}>
            <span>{notificationChannelLabels[message.channel]()}</span>
            <span>{m.notification_outbox_to({ address: message.address })}</span>
            <span>{formatDateTime(message.created_at, locale)}</span>
          </p>
          <div className={classes.letter}>
            {message.body.split(address).map((part, at) => (at % 2 === 1 ? <Address key={`${message.id}-${part}`} url={part} /> : part))}
          </div>
        </Panel>
      ))}
    </div>
  );
}

/** Links lead to the site the page was opened on, whatever host name the server is configured with. */
function Address({ url }: { url: string }) {
  const { appUrl } = useApp();
  return <a href={url.startsWith(`${appUrl}/`) ? url.slice(appUrl.length) : url}>{url}</a>;
}
