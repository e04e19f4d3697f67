import { Button, Checkbox, NativeSelect, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type CompanyKind, companyRoles, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { canBroadcastByChannel, eventChannels } from '#contract/notification/events.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { useApp } from '#web/layout/app.tsx';
import { getRoleName } from '#web/layout/role-names.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import { broadcastProblemTexts, checkBroadcastDraft, emptyBroadcastDraft, formatBroadcastResult, toBroadcastInput } from './draft.ts';
import classes from './notification.module.css';
import { BroadcastReachNote, BroadcastReview } from './reach.tsx';

/** A company writes to its own people, who are of two kinds; the platform to everyone. */
const kindsFor = (layout: string | null): number[] =>
  (companyRoles as readonly string[]).includes(layout ?? '')
    ? [userTypes.staff, userTypes[layout as CompanyKind]]
    : [userTypes.tenant, ...companyRoles.map((role) => userTypes[role]), userTypes.staff, ...platformRoles.map((role) => userTypes[role])];

const useCompose = (done: (id: number) => void) =>
  useForm(notificationCalls.send, {
    id: 'broadcast',
    blank: emptyBroadcastDraft,
    given: toBroadcastInput,
    says: broadcastProblemTexts,
    check: checkBroadcastDraft,
    names: { user_type: 'role' },
    said: formatBroadcastResult,
    done: ({ id }) => done(id),
  });
type ComposeForm = ReturnType<typeof useCompose>;

/** A new broadcast: written in both languages, with a recipient count and a confirmation before sending. */
export function ComposeBroadcastForm() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const form = useCompose((id) => void navigate(`${pathname}?tab=broadcasts&broadcast=${id}`));
  const draft = form.values;
  // The confirmation needs the schema, so it loads before anything is typed.
  useEffect(() => void schemaChecks.ready(notificationCalls.send), []);
  const review = (event: FormEvent<HTMLFormElement>) =>
    form.next(
      event,
      { ...schemaChecks.problems(notificationCalls.send, toBroadcastInput(draft), broadcastProblemTexts), ...checkBroadcastDraft(draft) },
      () => setAsked(true),
    );
  return (
    <form aria-label={m.notification_send_title()} noValidate onSubmit={review}>
      <div className={classes.compose}>
        <Panel title={m.notification_send_title()}>
          <div className={classes.stack}>
            <TextInput {...form.text('heading')} label={m.notification_send_heading()} maxLength={120} />
            <Textarea {...form.text('message')} label={m.notification_send_message()} maxLength={1000} rows={5} />
            <TextInput {...form.text('heading_sw')} lang="sw" label={`${m.notification_send_heading_sw()} ${m.shell_optional()}`} maxLength={120} />
            <Textarea
              {...form.text('message_sw')}
              lang="sw"
              label={`${m.notification_send_message_sw()} ${m.shell_optional()}`}
              description={m.notification_send_sw_help()}
              maxLength={1000}
              rows={5}
            />
          </div>
        </Panel>
        <Panel title={m.notification_send_audience()}>
          <div className={classes.stack}>
            <Whom form={form} />
            <How form={form} />
            <div aria-live="polite">
              <BroadcastReachNote draft={draft} />
            </div>
          </div>
        </Panel>
      </div>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => void navigate(`${pathname}?tab=broadcasts`)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit">{m.notification_send_review()}</Button>
      </div>
      <BroadcastReview form={form} opened={asked} close={() => setAsked(false)} />
    </form>
  );
}

function Whom({ form }: { form: ComposeForm }) {
  const { visitor } = useApp();
  const [typed, setTyped] = useState('');
  const mayRead = isAllowed(propertyCalls.list.needs, visitor);
  // The box shows the selected property with its code, which is not part of the name.
  const name = typed.replace(/ \([^()]*\)$/, '');
  const found = useCall(propertyCalls.list, { page: 1, page_size: 20, z_filter: name ? { name } : {} }, { enabled: mayRead });
  const properties = found.data?.results ?? [];
  const any = { value: '', label: m.notification_send_any() };
  return (
    <>
      <NativeSelect
        {...form.text('role')}
        label={m.notification_send_role()}
        data={[any, ...kindsFor(visitor.layout).map((kind) => ({ value: String(kind), label: getRoleName(kind) }))]}
      />
      <NativeSelect
        {...form.text('region')}
        label={m.notification_send_region()}
        data={[any, ...kenyanCounties.map(({ code, name }) => ({ value: code, label: name }))]}
      />
      {mayRead && (
        <Select
          id="broadcast-property_id"
          label={m.notification_send_property()}
          description={m.notification_send_property_help()}
          placeholder={m.notification_send_any()}
          searchable
          clearable
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={found.isPending ? m.shell_loading() : m.notification_send_no_property()}
          data={properties.map((p) => ({ value: String(p.id), label: `${p.name} (${p.code})` }))}
          value={form.values.property_id || null}
          onChange={(next) => form.put({ property_id: next ?? '' })}
          error={form.problems.property_id}
          clearButtonProps={{ 'aria-label': m.shell_filter_remove() }}
        />
      )}
    </>
  );
}

function How({ form }: { form: ComposeForm }) {
  const { visitor } = useApp();
  const { values, problems } = form;
  return (
    <>
      <Checkbox.Group
        label={m.notification_send_channels()}
        value={values.channels}
        onChange={(next) => form.put({ channels: next })}
        error={problems.channels}
      >
        <Stack gap={10} mt={8}>
          {eventChannels
            .filter((channel) => canBroadcastByChannel(channel, visitor.role))
            .map((channel) => (
              <Checkbox key={channel} value={channel} label={notificationChannelLabels[channel]()} />
            ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={m.notification_send_when()} value={values.when} onChange={(when) => form.put({ when })}>
        <Stack gap={10} mt={8}>
          <Radio value="now" label={m.notification_send_now()} />
          <Radio value="later" label={m.notification_send_later()} />
        </Stack>
      </Radio.Group>
      {values.when === 'later' && <TextInput {...form.text('at')} type="datetime-local" label={m.notification_send_at()} />}
    </>
  );
}
