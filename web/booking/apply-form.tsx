import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import {
  type ApplicationConsentKind,
  applicationConsentKinds,
  type EmploymentKind,
  employmentKinds,
  type IdentityDocumentKind,
  isIncomeSufficient,
} from '#contract/application/kinds.ts';
import { applicationConsentLabels, employmentKindLabels } from '#contract/application/labels.ts';
import type { MyApplication } from '#contract/application/shapes.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { maxDaysUntilStart } from '#contract/booking/kinds.ts';
import type { BookingQuote } from '#contract/booking/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import classes from '#web/application/application.module.css';
import { IncomeFields } from '#web/application/income-fields.tsx';
import { ApplicantIdentityFields } from '#web/application/person-fields.tsx';
import { CallRejectedError } from '#web/client/send.ts';
import { useReplaceCallResult } from '#web/client/use-call.ts';
import { clearStoredFormInput, readFormStartValues, useStoreFormInput } from '#web/forms/form-session.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const terms = [1, 3, 6, 12, 18, 24, 36];

/** The questions to an applicant for this home; the input is stored on the device until it is sent. */
export function BookingApplicationForm({ quote, known }: { quote: BookingQuote; known: MyApplication['application'] }) {
  const { user } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const said = known?.body;
  const put = useReplaceCallResult(bookingCalls.quoteListing);
  // The applicant's earlier answers fill in the form, also after the first home is no longer available.
  const [typed, oneself] = [`apply-${quote.listing.id}-${user?.id ?? 'nobody'}`, `apply-${user?.id ?? 'nobody'}`];
  const form = useForm(bookingCalls.apply, {
    id: 'apply',
    blank: () =>
      readFormStartValues(typed, {
        ...readFormStartValues(oneself, {
          name: said?.name ?? user?.name ?? '',
          id_kind: (said?.id_kind ?? 'national_id') as IdentityDocumentKind,
          id_number: said?.id_number ?? '',
          work: (said?.work ?? 'employed') as EmploymentKind,
          employer: said?.employer ?? '',
          shillings: said ? toShillings(said.income_cents) : 0,
          people: said?.people ?? 1,
        }),
        starts_on: quote.free_from,
        term_months: String(Math.max(12, quote.min_term_months)),
        message: '',
        consents: [] as ApplicationConsentKind[],
      }),
    given: ({ shillings, term_months, people, ...rest }) => ({
      ...rest,
      people: Number(people),
      listing_id: quote.listing.id,
      income_cents: typedAmountToCents(shillings),
      term_months: Number(term_months),
      waitlist: !quote.offered,
    }),
    names: { income_cents: 'shillings' },
    says: { name: m.application_need_name, id_number: m.application_need_id, starts_on: m.booking_need_start, people: m.application_need_people },
    check: ({ consents, shillings }): Record<string, string> => ({
      ...(consents.includes('sharing') ? {} : { consents: m.application_problem_sharing() }),
      ...(shillings > 0 ? {} : { shillings: m.application_need_income() }),
    }),
    touches: [applicationCalls],
    inPlace: true,
    // Another applicant was faster: the page shows the alternatives at once.
    handles: (why) => {
      if (!(why instanceof CallRejectedError) || why.status !== 410) return false;
      const { may_wait, alternatives } = why.body as Partial<Pick<BookingQuote, 'may_wait' | 'alternatives'>>;
      put({ listing_id: quote.listing.id }, { ...quote, offered: false, may_wait: may_wait ?? false, alternatives: alternatives ?? [] });
      return true;
    },
    said: ({ code }) => m.booking_said_applied({ code }),
    done: ({ id, code }) => {
      clearStoredFormInput(typed);
      clearStoredFormInput(oneself);
      return navigate(link('booking.one', { id, code }));
    },
  });
  const { values } = form;
  const { starts_on, term_months, message, consents, ...about } = values;
  const short = values.shillings > 0 && !isIncomeSufficient(quote.bill.month_rent_cents, typedAmountToCents(values.shillings));
  useStoreFormInput(typed, { starts_on, term_months, message, consents }, form.changed);
  useStoreFormInput(oneself, about, form.changed);
  return (
    <Panel title={quote.offered ? m.booking_apply_form() : m.booking_wait_form()}>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {known && <p className={classes.quiet}>{m.booking_apply_known({ day: formatDate(known.saved_at) })}</p>}
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <ApplicantIdentityFields form={form} />
        <div className={classes.pair}>
          <NativeSelect
            {...form.text('work')}
            label={m.application_work()}
            data={employmentKinds.map((value) => ({ value, label: employmentKindLabels[value]() }))}
          />
          <TextInput
            {...form.text('employer')}
            label={`${m.application_employer()} ${m.shell_optional()}`}
            autoComplete="organization"
            maxLength={120}
          />
        </div>
        <IncomeFields form={form} note={short ? m.booking_income_short() : ''} />
        <div className={classes.pair}>
          <TextInput
            {...form.text('starts_on')}
            type="date"
            label={m.booking_moves_in_you()}
            min={quote.free_from}
            {...(quote.offered ? { max: addDays(quote.free_from, maxDaysUntilStart) } : {})}
            description={m.booking_free_from({ day: formatDate(quote.free_from) })}
          />
          <NativeSelect
            {...form.text('term_months')}
            label={m.booking_term()}
            data={[...new Set([...terms, quote.min_term_months])]
              .filter((n) => n >= Math.max(1, quote.min_term_months))
              .sort((a, b) => a - b)
              .map((n) => ({ value: String(n), label: m.booking_months({ count: n }) }))}
          />
        </div>
        <Textarea {...form.text('message')} label={`${m.booking_message()} ${m.shell_optional()}`} autosize minRows={2} maxLength={2000} />
        <Checkbox.Group
          label={m.application_consents()}
          value={values.consents}
          onChange={(value) => form.set('consents', value as ApplicationConsentKind[])}
        >
          <Stack gap={12} mt={8}>
            {applicationConsentKinds.map((kind) => (
              <Checkbox
                key={kind}
                value={kind}
                label={applicationConsentLabels[kind]()}
                // The focus moves here if this field is missing.
                {...(kind === 'sharing' && form.problems.consents ? { error: form.problems.consents, 'aria-invalid': true } : {})}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <p className={classes.quiet}>{m.application_promise()}</p>
        <div>
          <Button type="submit" loading={form.busy}>
            {quote.offered ? m.booking_apply() : m.booking_wait()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
