import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import {
  type ApplicationConsentKind,
  applicationConsentKinds,
  type EmploymentKind,
  employmentKinds,
  type IdentityDocumentKind,
} from '#contract/application/kinds.ts';
import { applicationConsentLabels, employmentKindLabels } from '#contract/application/labels.ts';
import type { MyApplication } from '#contract/application/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { ApplicationAccessLog } from './access-log.tsx';
import classes from './application.module.css';
import { IncomeFields } from './income-fields.tsx';
import { ApplicationDocuments } from './papers.tsx';
import { ApplicantIdentityFields } from './person-fields.tsx';

/** The applicant's own application: written once, usable for 30 days, readable and erasable by its owner. */
export default function MyApplicationPage() {
  const found = useCall(applicationCalls.details, {});
  const [erasing, setErasing] = useState(false);
  if (!found.data) return <LoadingState answer={found} />;
  const { application } = found.data;
  return (
    <>
      <PageHeader
        title={m.application_title()}
        sub={application ? m.application_kept({ day: formatDate(application.erase_at) }) : m.application_sub()}
        actions={
          application && (
            <Button variant="default" onClick={() => setErasing(true)}>
              {m.application_erase()}
            </Button>
          )
        }
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Form key={application?.version ?? 0} known={application} />
        </div>
        <div className={classes.stack}>
          {application && <ApplicationDocuments application={application} />}
          {application && <BackToBooking />}
          <Who data={found.data} />
        </div>
      </div>
      {erasing && <Erase close={() => setErasing(false)} />}
    </>
  );
}

/**
 * Leads an applicant back to the booking that requested information, because an upload here is not sent to the company before the applicant sends it
 * there.
 */
function BackToBooking() {
  const { link } = useDashboard();
  const [asked] = useSearchParams();
  const [id, code] = [Number(asked.get('booking')), asked.get('code')];
  if (!id || !code) return null;
  return (
    <Note
      tone="info"
      action={
        <Button component={Link} to={link('booking.one', { id, code })}>
          {m.application_back_to_booking()}
        </Button>
      }
    >
      {m.application_back_text()}
    </Note>
  );
}

type Known = MyApplication['application'];
const given = (known: Known) => new Set((known?.consents ?? []).map((one) => one.kind as ApplicationConsentKind));

function Form({ known }: { known: Known }) {
  const { user } = useApp();
  const b = known?.body;
  const form = useForm(applicationCalls.save, {
    id: 'application',
    blank: {
      name: b?.name ?? user?.name ?? '',
      id_kind: (b?.id_kind ?? 'national_id') as IdentityDocumentKind,
      id_number: b?.id_number ?? '',
      kra_pin: b?.kra_pin ?? '',
      work: (b?.work ?? 'employed') as EmploymentKind,
      employer: b?.employer ?? '',
      position: b?.position ?? '',
      employer_phone: b?.employer_phone ?? '',
      shillings: b ? toShillings(b.income_cents) : 0,
      people: b?.people ?? 1,
      landlord_name: b?.landlord_name ?? '',
      landlord_phone: b?.landlord_phone ?? '',
      guarantor_name: b?.guarantor_name ?? '',
      guarantor_phone: b?.guarantor_phone ?? '',
      guarantor_relation: b?.guarantor_relation ?? '',
      kin_name: b?.kin_name ?? '',
      kin_phone: b?.kin_phone ?? '',
      pets: b?.pets ?? '',
      vehicles: b?.vehicles ?? '',
      consents: [...given(known)],
    },
    given: ({ shillings, people, ...rest }) => ({ ...rest, people: Number(people), income_cents: typedAmountToCents(shillings) }),
    names: { income_cents: 'shillings' },
    says: { name: m.application_need_name, id_number: m.application_need_id, people: m.application_need_people },
    check: ({ consents }): Record<string, string> => (consents.includes('sharing') ? {} : { consents: m.application_problem_sharing() }),
    inPlace: true,
    said: () => m.application_said_saved(),
  });
  const { values } = form;
  const opt = (label: string) => `${label} ${m.shell_optional()}`;
  return (
    <Panel title={m.application_form()}>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {known && (
          <p className={classes.quiet}>{known.usable ? m.application_usable({ day: formatDate(known.usable_until) }) : m.application_old()}</p>
        )}
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <ApplicantIdentityFields form={form} />
        <TextInput {...form.text('kra_pin')} label={opt(m.application_kra())} autoComplete="off" maxLength={11} />
        <div className={classes.pair}>
          <NativeSelect
            {...form.text('work')}
            label={m.application_work()}
            data={employmentKinds.map((value) => ({ value, label: employmentKindLabels[value]() }))}
          />
          <TextInput {...form.text('employer')} label={opt(m.application_employer())} maxLength={120} />
          <TextInput {...form.text('position')} label={opt(m.application_position())} maxLength={120} />
          <TextInput {...form.text('employer_phone')} label={opt(m.application_employer_phone())} type="tel" maxLength={40} />
        </div>
        <IncomeFields form={form} />
        <div className={classes.pair}>
          <TextInput {...form.text('landlord_name')} label={opt(m.application_landlord())} maxLength={120} />
          <TextInput {...form.text('landlord_phone')} label={opt(m.application_landlord_phone())} type="tel" maxLength={40} />
        </div>
        <div className={classes.pair}>
          <TextInput {...form.text('guarantor_name')} label={opt(m.application_guarantor())} maxLength={120} />
          <TextInput {...form.text('guarantor_phone')} label={opt(m.application_guarantor_phone())} type="tel" maxLength={40} />
          <TextInput {...form.text('guarantor_relation')} label={opt(m.application_guarantor_relation())} maxLength={60} />
        </div>
        <div className={classes.pair}>
          <TextInput {...form.text('kin_name')} label={opt(m.application_kin())} maxLength={120} />
          <TextInput {...form.text('kin_phone')} label={opt(m.application_kin_phone())} type="tel" maxLength={40} />
        </div>
        <div className={classes.pair}>
          <TextInput {...form.text('pets')} label={opt(m.application_pets())} maxLength={120} />
          <TextInput {...form.text('vehicles')} label={opt(m.application_vehicles())} maxLength={120} />
        </div>
        <Checkbox.Group
          label={m.application_consents()}
          value={values.consents}
          onChange={(value) => form.set('consents', value as ApplicationConsentKind[])}
          error={form.problems.consents}
        >
          <Stack gap={12} mt={8}>
            {applicationConsentKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={applicationConsentLabels[kind]()} />
            ))}
          </Stack>
        </Checkbox.Group>
        <p className={classes.quiet}>{m.application_promise()}</p>
        <div>
          <Button type="submit" loading={form.busy}>
            {m.application_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Who({ data }: { data: MyApplication }) {
  const { link } = useDashboard();
  return (
    <>
      <Panel title={m.application_open_to()} pad={false}>
        <ul className={classes.rows}>
          {data.open_to.length === 0 && (
            <li>
              <span className={classes.quiet}>{m.application_open_none()}</span>
            </li>
          )}
          {data.open_to.map((one) => (
            <li key={`${one.company}${one.booking.id}`}>
              <span>{one.company}</span>
              <AppLink href={link('booking.one', { id: one.booking.id, code: one.booking.code })}>{one.booking.code}</AppLink>
            </li>
          ))}
        </ul>
      </Panel>
      <ApplicationAccessLog looks={data.looks} />
    </>
  );
}

function Erase({ close }: { close: () => void }) {
  const act = useAction(applicationCalls.eraseOwn, { inPlace: true, said: () => m.application_said_erased(), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.application_erase_ask()}
      confirmLabel={m.application_erase()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({})}
    >
      <p>{m.application_erase_text()}</p>
    </ConfirmModal>
  );
}
