import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { accessCalls } from '#contract/access/all-calls.ts';
import { roleCalls } from '#contract/access/calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { teamCalls } from '#contract/access/people-calls.ts';
import { invitationCalls } from '#contract/invitation/calls.ts';
import { type invitationCodeKinds, isAppointment, type OpenInvitationKind } from '#contract/invitation/kinds.ts';
import { invitationKindLabels } from '#contract/invitation/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { blankMandateDraft, InvitationMandateFields, mandateFieldNames, toMandateInput } from './mandate-part.tsx';
import { formatInvitedContact } from './parts.tsx';

/** The company's roles that can be given, and its teams if the user may read them. */
export function useStaffChoices(kind: OpenInvitationKind) {
  const { visitor } = useApp();
  const staff = kind === 'staff';
  const roles = useCall(
    roleCalls.listRoles,
    { page: 1, page_size: 100, z_filter: { audience: 'company' } },
    { enabled: staff && isAllowed(['staff_roles_and_permissions', 'read'], visitor) },
  );
  const teams = useCall(teamCalls.listTeams, { page: 1, page_size: 100 }, { enabled: staff && isAllowed(['teams', 'read'], visitor) });
  const choice = (one: { id: number; name: string }) => ({ value: String(one.id), label: one.name });
  return { roles: (roles.data?.results ?? []).map(choice), teams: (teams.data?.results ?? []).map(choice) };
}

export function SendInvitationForm({ kinds, start, close }: { kinds: readonly OpenInvitationKind[]; start: OpenInvitationKind; close: () => void }) {
  // Only an owner can give a mandate.
  const mandated = useDashboard().layout === 'owner';
  const form = useForm(invitationCalls.send, {
    blank: { kind: start, email: '', phone: '', role_id: '', team_id: '', message: '', locale: 'en' as 'en' | 'sw', ...blankMandateDraft },
    given: ({ kind, email, phone, role_id, team_id, message, locale, ...rest }) => ({
      kind,
      message,
      locale,
      ...(kind === 'staff' && role_id ? { role_id: Number(role_id) } : {}),
      ...(kind === 'staff' && team_id ? { team_id: Number(team_id) } : {}),
      ...(kind === 'agent' && mandated && rest.give ? { mandate: toMandateInput(rest) } : {}),
      ...(email.trim() ? { email: email.trim() } : {}),
      ...(phone.trim() ? { phone: phone.trim() } : {}),
    }),
    check: ({ kind, email, phone, role_id, ...rest }) => ({
      ...(!email.trim() && !phone.trim() ? { email: m.invitation_need_address() } : {}),
      ...(kind === 'staff' && !role_id ? { role_id: m.invitation_need_role() } : {}),
      ...(kind === 'agent' && mandated && rest.give && !rest.all && rest.properties.length === 0
        ? { properties: m.access_mandate_need_properties() }
        : {}),
    }),
    names: mandateFieldNames,
    inPlace: true,
    touches: [accessCalls],
    said: (row) => (row.request ? m.approval_said_asked({ code: row.request.code }) : m.said_invited({ to: formatInvitedContact(row) })),
    done: close,
  });
  const { kind } = form.values;
  const choices = useStaffChoices(kind);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invitation_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.invitation_send()} />}
    >
      <NativeSelect {...form.text('kind')} label={m.invitation_as()} data={kinds.map((k) => ({ value: k, label: invitationKindLabels[k]() }))} />
      {isAppointment(kind) && <Note>{m.invitation_appointment_text()}</Note>}
      <TextInput
        {...form.text('email')}
        type="email"
        label={m.invitation_email()}
        error={form.problems.email ?? (form.problem || undefined)}
        autoComplete="off"
      />
      <TextInput
        {...form.text('phone')}
        type="tel"
        label={`${m.invitation_phone()} ${m.shell_optional()}`}
        description={m.invitation_phone_help()}
        autoComplete="off"
      />
      {kind === 'staff' && (
        <NativeSelect
          {...form.text('role_id')}
          label={m.invitation_role()}
          data={[{ value: '', label: m.invitation_role_choose() }, ...choices.roles]}
        />
      )}
      {kind === 'staff' && choices.teams.length > 0 && (
        <NativeSelect
          {...form.text('team_id')}
          label={`${m.invitation_team()} ${m.shell_optional()}`}
          data={[{ value: '', label: m.invitation_team_none() }, ...choices.teams]}
        />
      )}
      {kind === 'agent' && mandated && <InvitationMandateFields form={form} />}
      <Textarea
        {...form.text('message')}
        label={`${m.invitation_message()} ${m.shell_optional()}`}
        description={m.invitation_message_help()}
        maxLength={500}
      />
      <NativeSelect
        {...form.text('locale')}
        label={m.invitation_language()}
        data={[
          { value: 'en', label: m.shell_language_english() },
          { value: 'sw', label: m.shell_language_kiswahili() },
        ]}
      />
    </FormDrawer>
  );
}

type CodeKind = (typeof invitationCodeKinds)[number];

export function InvitationPosterForm({ kinds, close, made }: { kinds: readonly CodeKind[]; close: () => void; made: (id: number) => void }) {
  const form = useForm(invitationCalls.createPoster, {
    blank: { kind: kinds[0] ?? ('tenant' as CodeKind), max_uses: 20 as number | string, message: '' },
    given: ({ kind, max_uses, message }) => ({ kind, max_uses: Number(max_uses), message }),
    said: () => m.said_poster(),
    done: (row) => made(row.id),
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invitation_poster()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.invitation_poster_make()} disabled={!(Number(form.values.max_uses) >= 1)} />}
    >
      <Note>{m.invitation_poster_text()}</Note>
      <NativeSelect {...form.text('kind')} label={m.invitation_as()} data={kinds.map((k) => ({ value: k, label: invitationKindLabels[k]() }))} />
      <NumberInput {...form.field('max_uses')} label={m.invitation_poster_uses()} min={1} max={500} allowDecimal={false} />
      <Textarea
        {...form.text('message')}
        label={`${m.invitation_message()} ${m.shell_optional()}`}
        description={m.invitation_message_help()}
        maxLength={500}
      />
    </FormDrawer>
  );
}
