import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type CompanyKind, companyRoles, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { broadcastLimit } from '#contract/notification/events.ts';
import { counties } from '#contract/reference/counties.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { roleName } from '#web/layout/role-names.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const blank = { heading: '', message: '', by: 'role', role: '', region: '' };
type Draft = typeof blank;
const chosen = ({ by, role, region }: Draft) => (by === 'role' ? role : region);
const meant = (draft: Draft) =>
  draft.by === 'role' ? { audience: 'role' as const, user_type: Number(draft.role) } : { audience: 'region' as const, region: draft.region };

/** A company writes to its own people, who are of two kinds; the platform to everybody. */
const kindsFor = (layout: string | null): number[] =>
  (companyRoles as readonly string[]).includes(layout ?? '')
    ? [userTypes.staff, userTypes[layout as CompanyKind]]
    : [userTypes.tenant, ...companyRoles.map((role) => userTypes[role]), userTypes.staff, ...platformRoles.map((role) => userTypes[role])];

/** A message to many: who receives it is counted before it can be sent. */
export function SendDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  const { visitor } = useApp();
  const leave = () => {
    close();
    form.reset();
  };
  const form = useForm(notificationCalls.send, {
    blank,
    given: (draft) => ({ heading: draft.heading, message: draft.message, ...meant(draft) }),
    says: { heading: m.notification_send_need_heading, message: m.notification_send_need_message },
    check: (draft): Record<string, string> =>
      chosen(draft) === '' ? { [draft.by === 'role' ? 'role' : 'region']: m.notification_send_need_audience() } : {},
    names: { user_type: 'role' },
    done: () => leave(),
  });
  const draft = form.values;
  const audience = useCall(notificationCalls.audience, meant(draft), { enabled: opened && chosen(draft) !== '' });
  const reach = chosen(draft) !== '' && audience.data && !audience.isPlaceholderData ? audience.data : null;
  return (
    <FormDrawer
      opened={opened}
      onClose={leave}
      title={m.notification_send_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={
        <DrawerActions
          close={leave}
          busy={form.busy}
          label={m.notification_send()}
          disabled={reach !== null && (!reach.allowed || reach.people === 0)}
        />
      }
    >
      <TextInput {...form.text('heading')} label={m.notification_send_heading()} maxLength={120} />
      <Textarea {...form.text('message')} label={m.notification_send_message()} maxLength={1000} rows={5} />
      <SegmentedControl
        aria-label={m.notification_send_audience()}
        fullWidth
        value={draft.by}
        onChange={(by) => form.set('by', by)}
        data={[
          { value: 'role', label: m.notification_send_by_role() },
          { value: 'region', label: m.notification_send_by_region() },
        ]}
      />
      {draft.by === 'role' ? (
        <NativeSelect
          {...form.text('role')}
          label={m.notification_send_role()}
          data={[
            { value: '', label: m.notification_send_choose() },
            ...kindsFor(visitor.layout).map((kind) => ({ value: String(kind), label: roleName(kind) })),
          ]}
        />
      ) : (
        <NativeSelect
          {...form.text('region')}
          label={m.notification_send_region()}
          data={[{ value: '', label: m.notification_send_choose() }, ...counties.map(({ code, name }) => ({ value: code, label: name }))]}
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
