import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type CompanyKind, companyRoles, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { broadcastLimit } from '#contract/notification/events.ts';
import { counties } from '#contract/reference/counties.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useApp } from '#web/layout/app.tsx';
import { roleName } from '#web/layout/role-names.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const blank = { heading: '', message: '', by: 'role', role: '', region: '' };
type Form = typeof blank;
const chosen = ({ by, role, region }: Form) => (by === 'role' ? role : region);
const meant = (form: Form) =>
  form.by === 'role' ? { audience: 'role' as const, user_type: Number(form.role) } : { audience: 'region' as const, region: form.region };

/** A company writes to its own people, who are of two kinds; the platform to everybody. */
const kindsFor = (layout: string | null): number[] =>
  (companyRoles as readonly string[]).includes(layout ?? '')
    ? [userTypes.staff, userTypes[layout as CompanyKind]]
    : [userTypes.tenant, ...companyRoles.map((role) => userTypes[role]), userTypes.staff, ...platformRoles.map((role) => userTypes[role])];

/** A message to many: who receives it is counted before it can be sent. */
export function SendDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  const { visitor } = useApp();
  const [form, setForm] = useState(blank);
  const [tried, setTried] = useState(false);
  const set = (changes: Partial<Form>) => setForm((old) => ({ ...old, ...changes }));
  const audience = useCall(notificationCalls.audience, meant(form), { enabled: opened && chosen(form) !== '' });
  const leave = () => {
    close();
    setForm(blank);
    setTried(false);
  };
  const act = useAct(notificationCalls.send, { done: leave, handles: (problem) => problem instanceof Refused && problem.body.fields !== undefined });
  const refused: Readonly<Record<string, string>> = act.error instanceof Refused ? (act.error.body.fields ?? {}) : {};
  const problems = {
    heading: form.heading.trim().length < 3 ? m.notification_send_need_heading() : refused.heading,
    message: form.message.trim().length < 3 ? m.notification_send_need_message() : refused.message,
    audience: chosen(form) === '' ? m.notification_send_need_audience() : (refused.user_type ?? refused.region),
  };
  const shown = (name: keyof typeof problems) => (tried ? problems[name] : undefined);
  const reach = chosen(form) !== '' && audience.data && !audience.isPlaceholderData ? audience.data : null;
  const submit = () => {
    setTried(true);
    if (form.heading.trim().length < 3 || form.message.trim().length < 3 || chosen(form) === '' || act.isPending) return;
    act.mutate({ heading: form.heading, message: form.message, ...meant(form) });
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={leave}
      title={m.notification_send_title()}
      closeLabel={m.shell_close()}
      onSubmit={submit}
      actions={
        <DrawerActions
          close={leave}
          busy={act.isPending}
          label={m.notification_send()}
          disabled={reach !== null && (!reach.allowed || reach.people === 0)}
        />
      }
    >
      <TextInput
        label={m.notification_send_heading()}
        value={form.heading}
        maxLength={120}
        onChange={(event) => set({ heading: event.currentTarget.value })}
        error={shown('heading')}
      />
      <Textarea
        label={m.notification_send_message()}
        value={form.message}
        maxLength={1000}
        rows={5}
        onChange={(event) => set({ message: event.currentTarget.value })}
        error={shown('message')}
      />
      <SegmentedControl
        aria-label={m.notification_send_audience()}
        fullWidth
        value={form.by}
        onChange={(by) => set({ by })}
        data={[
          { value: 'role', label: m.notification_send_by_role() },
          { value: 'region', label: m.notification_send_by_region() },
        ]}
      />
      {form.by === 'role' ? (
        <NativeSelect
          label={m.notification_send_role()}
          value={form.role}
          onChange={(event) => set({ role: event.currentTarget.value })}
          data={[
            { value: '', label: m.notification_send_choose() },
            ...kindsFor(visitor.layout).map((kind) => ({ value: String(kind), label: roleName(kind) })),
          ]}
          error={shown('audience')}
        />
      ) : (
        <NativeSelect
          label={m.notification_send_region()}
          value={form.region}
          onChange={(event) => set({ region: event.currentTarget.value })}
          data={[{ value: '', label: m.notification_send_choose() }, ...counties.map(({ code, name }) => ({ value: code, label: name }))]}
          error={shown('audience')}
        />
      )}
      <div aria-live="polite">{reach && <Reach {...reach} />}</div>
    </FormDrawer>
  );
}

function Reach({ people, allowed }: { people: number; allowed: boolean }) {
  if (people === 0) return <Note tone="guard">{m.notification_send_nobody()}</Note>;
  if (!allowed) return <Note tone="bad">{m.notification_send_too_many({ count: people, limit: broadcastLimit })}</Note>;
  return <Note>{m.notification_send_reaches({ count: people })}</Note>;
}
