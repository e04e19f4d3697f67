import { Button, TextInput } from '@mantine/core';
import type { FamilyOwnCalls, PersonDetails } from '#contract/people/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './people.module.css';
import { useVerifiedNameConfirmation } from './verified-name.tsx';

type Company = NonNullable<PersonDetails['company_details']>;

/** The company details shown on invoices, leases and listings. */
export function CompanyForm({ person, company, calls }: { person: PersonDetails; company: Company; calls: FamilyOwnCalls }) {
  const { reread } = useApp();
  const form = useForm(calls.update, {
    blank: {
      company_name: company.name,
      company_phone: company.phone ? spaced(company.phone) : '',
      company_email: company.email ?? '',
      kra_pin: company.kra_pin ?? '',
      reg_no: company.reg_no ?? '',
      address: company.address ?? '',
    },
    given: (values) => values,
    said: () => m.said_company(),
    done: () => void reread(),
  });
  const { ask, dialog } = useVerifiedNameConfirmation(person, form.values, form.submit);
  return (
    <Panel title={m.profile_company()} right={<span className={classes.quiet}>{m.profile_company_code({ code: company.code })}</span>}>
      <form noValidate className={classes.form} onSubmit={ask}>
        <TextInput label={m.profile_company_name()} {...form.text('company_name')} maxLength={200} autoComplete="organization" />
        <TextInput label={`${m.profile_company_phone()} ${m.shell_optional()}`} type="tel" {...form.text('company_phone')} maxLength={30} />
        <TextInput label={`${m.profile_company_email()} ${m.shell_optional()}`} type="email" {...form.text('company_email')} maxLength={320} />
        <TextInput
          label={`${m.profile_company_pin()} ${m.shell_optional()}`}
          description={m.profile_company_pin_help()}
          {...form.text('kra_pin')}
          maxLength={11}
        />
        <TextInput label={`${m.profile_company_reg()} ${m.shell_optional()}`} {...form.text('reg_no')} maxLength={60} />
        <TextInput label={`${m.profile_company_address()} ${m.shell_optional()}`} {...form.text('address')} maxLength={300} />
        <div className={classes.actions}>
          <Button type="submit" loading={form.busy}>
            {m.profile_company_save()}
          </Button>
        </div>
      </form>
      {dialog}
    </Panel>
  );
}
