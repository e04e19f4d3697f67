import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { agreementCalls, templateCalls } from '#contract/agreement/calls.ts';
import { agreementLanguages, type PartyRole, partyRoles, payingPartyRoles } from '#contract/agreement/kinds.ts';
import { agreementLanguageLabels, partyRoleLabels } from '#contract/agreement/labels.ts';
import type { AgreementDetails } from '#contract/agreement/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';

type Doing = { of: AgreementDetails; close: () => void };

/** The content of a draft: template, language, clauses, order of signing, and a message to the signers. */
export function AgreementTextForm({ of, close }: Doing) {
  const { locale } = useApp();
  const templates = useCall(templateCalls.list, { page: 1, page_size: 100, z_filter: { kind: of.kind } }, { quiet: true });
  const form = useForm(agreementCalls.update, {
    blank: {
      template_id: String(of.template_id ?? ''),
      language: of.language,
      sequential: of.sequential,
      message: of.message,
      clauses: of.clauses.filter(({ chosen }) => chosen).map(({ key }) => key),
    },
    given: ({ template_id, clauses, ...values }) => {
      const other = template_id !== '' && Number(template_id) !== of.template_id;
      // Another template has clauses of its own.
      return { id: of.id, ...values, ...(other ? { template_id: Number(template_id) } : { clauses }), revision: of.revision };
    },
    inPlace: true,
    said: ({ code }) => m.said_saved({ name: code }),
    done: close,
  });
  const { values, set } = form;
  const other = Number(values.template_id) !== of.template_id;
  const known = templates.data?.results ?? [];
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_act_edit()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_save()} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <NativeSelect
        {...form.text('template_id')}
        label={m.agreement_template()}
        data={
          known.length > 0
            ? known.map(({ id, name, version }) => ({ value: String(id), label: version > 1 ? `${name} v${version}` : name }))
            : [{ value: values.template_id, label: of.template ?? '' }]
        }
      />
      <NativeSelect
        {...form.text('language')}
        label={m.agreements_language()}
        data={agreementLanguages.map((value) => ({ value, label: agreementLanguageLabels[value]() }))}
      />
      {!other && of.clauses.length > 0 && (
        <Checkbox.Group label={m.agreements_clauses()} value={values.clauses} onChange={(keys) => set('clauses', keys)}>
          <div className={classes.stack}>
            {of.clauses.map((clause) => (
              <Checkbox key={clause.key} value={clause.key} label={clause[locale]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Checkbox {...form.tick('sequential')} label={m.agreements_sequential()} description={m.agreements_sequential_help()} />
      <Textarea {...form.text('message')} label={`${m.agreements_message()} ${m.shell_optional()}`} maxLength={1000} autosize minRows={3} />
    </FormDrawer>
  );
}

type Row = { key: number; id?: number; bound: boolean; account: boolean; role: PartyRole; turn: string; name: string; phone: string; email: string };
/** Tenants are copied from the tenancy and are not entered here. */
const namedHere = partyRoles.filter((role) => !payingPartyRoles.includes(role));
let made = 0;
const blankRow = (turn: number): Row => ({
  key: ++made,
  bound: false,
  account: false,
  role: 'witness',
  turn: String(turn),
  name: '',
  phone: '',
  email: '',
});

/** Problems of one party appear at their field, in every spelling of its path. */
const placesOf = ({ parties }: { parties: readonly Row[] }): Record<string, string> =>
  Object.fromEntries(
    parties.flatMap((_, n) =>
      ['turn', 'name', 'phone', 'email'].flatMap((name) =>
        [`parties.${n}.${name}`, `parties[${n}].${name}`, `parties[${n}][${name}]`].map((wire) => [wire, `parties.${n}.${name}`]),
      ),
    ),
  );

type PartyProps = {
  row: Row;
  put: (change: Partial<Row>) => void;
  wrong: (name: 'turn' | 'name' | 'phone' | 'email') => string | undefined;
  remove: () => void;
};
function PartyFields({ row, put, wrong, remove }: PartyProps) {
  return (
    <fieldset className={classes.party}>
      <legend>{row.name || m.agreements_party_new()}</legend>
      <div className={classes.two}>
        <NativeSelect
          label={m.agreements_role()}
          data={(row.bound ? [row.role] : namedHere).map((value) => ({ value, label: partyRoleLabels[value]() }))}
          value={row.role}
          disabled={row.bound}
          onChange={(event) => put({ role: event.currentTarget.value as PartyRole })}
        />
        <TextInput
          label={m.agreements_turn_field()}
          inputMode="numeric"
          value={row.turn}
          error={wrong('turn')}
          onChange={(event) => put({ turn: event.currentTarget.value })}
        />
      </div>
      {row.bound ? (
        <p className={classes.quiet}>{row.account ? m.agreements_party_account({ to: row.phone || row.email }) : m.agreements_party_fixed()}</p>
      ) : (
        <TextInput
          label={m.agreements_name()}
          maxLength={120}
          value={row.name}
          error={wrong('name')}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
      )}
      {!row.account && (
        <div className={classes.two}>
          <TextInput
            label={m.agreements_phone()}
            type="tel"
            value={row.phone}
            error={wrong('phone')}
            onChange={(event) => put({ phone: event.currentTarget.value })}
          />
          <TextInput
            label={m.agreements_email()}
            type="email"
            value={row.email}
            error={wrong('email')}
            onChange={(event) => put({ email: event.currentTarget.value })}
          />
        </div>
      )}
      {!(row.bound && payingPartyRoles.includes(row.role)) && (
        <div>
          <Button size="compact-sm" variant="default" aria-label={`${m.agreements_party_remove()}: ${row.name}`} onClick={remove}>
            {m.agreements_party_remove()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The signers and their order; each has a number or mailbox of their own. */
export function AgreementPartiesForm({ of, close }: Doing) {
  const form = useForm(agreementCalls.update, {
    blank: {
      parties: of.parties.map(
        (p): Row => ({
          key: ++made,
          id: p.id,
          bound: p.fixed || p.account,
          account: p.account,
          role: p.role,
          turn: String(p.turn),
          name: p.name,
          phone: p.phone ?? '',
          email: p.email ?? '',
        }),
      ),
    },
    given: ({ parties }) => ({
      id: of.id,
      revision: of.revision,
      parties: parties.map(({ key: _, bound: __, account: ___, turn, ...row }) => ({ ...row, turn: Number(turn) || 1 })),
    }),
    names: placesOf,
    inPlace: true,
    said: ({ code }) => m.said_saved({ name: code }),
    done: close,
  });
  const { parties } = form.values;
  const put = (at: number, change: Partial<Row>) =>
    form.set(
      'parties',
      parties.map((row, n) => (n === at ? { ...row, ...change } : row)),
    );
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_act_parties()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_save()} />}
    >
      {(form.problem || form.problems.parties) && <Note tone="bad">{form.problem || form.problems.parties}</Note>}
      {parties.map((row, at) => (
        <PartyFields
          key={row.key}
          row={row}
          put={(change) => put(at, change)}
          wrong={(name) => form.problems[`parties.${at}.${name}`]}
          remove={() =>
            form.set(
              'parties',
              parties.filter((_, n) => n !== at),
            )
          }
        />
      ))}
      {parties.length < 12 && (
        <div>
          <Button variant="default" onClick={() => form.set('parties', [...parties, blankRow(parties.length + 1)])}>
            {m.agreements_party_add()}
          </Button>
        </div>
      )}
    </FormDrawer>
  );
}
