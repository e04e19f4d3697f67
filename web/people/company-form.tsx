import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Owning, PersonFull } from '#contract/people/calls.ts';
import { useAct } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { fieldsOf, type Problems } from './forms.tsx';
import classes from './people.module.css';

type Company = NonNullable<PersonFull['company_details']>;

/** What invoices, contracts and listings say about the company. */
export function CompanyForm({ company, calls }: { company: Company; calls: Owning }) {
  const { reread } = useApp();
  const [draft, setDraft] = useState({
    company_name: company.name,
    company_phone: company.phone ? spaced(company.phone) : '',
    company_email: company.email ?? '',
    kra_pin: company.kra_pin ?? '',
    reg_no: company.reg_no ?? '',
    address: company.address ?? '',
  });
  const [problems, setProblems] = useState<Problems>({});
  const act = useAct(calls.update, {
    handles: (problem) => {
      const fields = fieldsOf(problem);
      setProblems(fields ?? {});
      return fields !== null;
    },
    done: () => {
      setProblems({});
      void reread();
    },
  });
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Panel title={m.profile_company()} right={<span className={classes.quiet}>{m.profile_company_code({ code: company.code })}</span>}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate(draft);
        }}
      >
        <TextInput label={m.profile_company_name()} {...field('company_name')} maxLength={200} autoComplete="organization" />
        <TextInput label={`${m.profile_company_phone()} ${m.shell_optional()}`} type="tel" {...field('company_phone')} maxLength={30} />
        <TextInput label={`${m.profile_company_email()} ${m.shell_optional()}`} type="email" {...field('company_email')} maxLength={320} />
        <TextInput
          label={`${m.profile_company_pin()} ${m.shell_optional()}`}
          description={m.profile_company_pin_help()}
          {...field('kra_pin')}
          maxLength={11}
        />
        <TextInput label={`${m.profile_company_reg()} ${m.shell_optional()}`} {...field('reg_no')} maxLength={60} />
        <TextInput label={`${m.profile_company_address()} ${m.shell_optional()}`} {...field('address')} maxLength={300} />
        <div className={classes.actions}>
          <Button type="submit" loading={act.isPending}>
            {m.profile_company_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
