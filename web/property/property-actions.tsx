import { Button, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { CallInput, CallShape } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { IconPencil } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './property.module.css';
import { VerifyPropertyForm } from './verify.tsx';

type Asked = 'request' | 'verify' | 'reject' | 'stall' | 'release' | 'archive' | 'restore' | 'transfer' | 'delete';

/** Verifying needs a list of checks (verify.tsx); the other actions need a confirmation. */
type Confirmed = Exclude<Asked, 'verify'>;

type Words = {
  readonly verb: () => string;
  readonly asks: (given: { name: string }) => string;
  readonly tells: () => string;
  readonly said: (given: { name: string }) => string;
  readonly danger?: true;
  /** A text for the action, and whether it is required. */
  readonly says?: { readonly label: () => string; readonly must: boolean };
};
const reason = { label: m.property_reason, must: true } as const;
const words: Readonly<Record<Asked, Words>> = {
  request: { verb: m.property_request, asks: m.property_request_title, tells: m.property_request_text, said: m.said_property_requested },
  verify: { verb: m.property_verify, asks: m.property_verify_title, tells: m.property_verify_text, said: m.said_property_verified },
  reject: {
    verb: m.property_reject,
    asks: m.property_reject_title,
    tells: m.property_reject_text,
    said: m.said_property_rejected,
    danger: true,
    says: reason,
  },
  stall: {
    verb: m.property_stall,
    asks: m.property_stall_title,
    tells: m.property_stall_text,
    said: m.said_property_stalled,
    danger: true,
    says: reason,
  },
  release: { verb: m.property_release, asks: m.property_release_title, tells: m.property_release_text, said: m.said_property_released, says: reason },
  archive: { verb: m.property_archive, asks: m.property_archive_title, tells: m.property_archive_text, said: m.said_property_archived },
  restore: { verb: m.property_restore, asks: m.property_restore_title, tells: m.property_restore_text, said: m.said_property_restored },
  transfer: {
    verb: m.property_transfer,
    asks: m.property_transfer_title,
    tells: m.property_transfer_text,
    said: m.said_property_transferred,
    danger: true,
    says: reason,
  },
  delete: { verb: m.property_delete, asks: m.property_delete_title, tells: m.property_delete_text, said: m.said_deleted, danger: true },
};

/** The actions that permissions, mandate and state allow, most important first. */
function actsOf({ may, moves, stalled, archived_at, lacks, units }: PropertyDetails): Asked[] {
  const put: readonly [Asked, boolean][] = [
    ['verify', moves.includes('verify')],
    ['reject', moves.includes('reject')],
    ['request', moves.includes('request') && lacks.length === 0],
    ['stall', may.stall && !stalled],
    ['release', may.stall && stalled],
    ['transfer', may.transfer],
    ['restore', may.archive && archived_at !== null],
    ['archive', may.archive && archived_at === null && units.occupied === 0],
    ['delete', may.delete],
  ];
  return put.filter(([, possible]) => possible).map(([name]) => name);
}

/** The actions in the header of every page of a property. */
export function PropertyActions({ property }: { property: PropertyDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const acts = actsOf(property);
  const first: Asked[] = acts.filter((name) => name === 'verify' || name === 'reject' || name === 'request');
  const rest = acts.filter((name) => !first.includes(name));
  const here = link('property.detail', { id: property.id, code: property.code });
  return (
    <>
      {property.may.edit && !params.has('edit') && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => void navigate(`${here}?edit=1`)}>
          {m.shell_edit()}
        </Button>
      )}
      {first.toReversed().map((name) => (
        <Button key={name} variant={name === 'reject' ? 'default' : 'filled'} onClick={() => setAsked(name)}>
          {words[name].verb()}
        </Button>
      ))}
      <MoreMenu
        label={m.shell_more()}
        items={rest.map((name) => ({ label: words[name].verb(), danger: words[name].danger ?? false, onClick: () => setAsked(name) }))}
      />
      {asked === 'verify' && <VerifyPropertyForm property={property} close={() => setAsked(null)} />}
      {asked && asked !== 'verify' && <Ask key={asked} property={property} asked={asked} close={() => setAsked(null)} />}
    </>
  );
}

const calls: Readonly<Record<Confirmed, CallShape>> = {
  request: propertyCalls.requestVerification,
  reject: propertyCalls.verify,
  stall: propertyCalls.setFrozen,
  release: propertyCalls.setFrozen,
  archive: propertyCalls.archive,
  restore: propertyCalls.archive,
  transfer: propertyCalls.transfer,
  delete: propertyCalls.remove,
};
type Said = { readonly text: string; readonly to: number | null };
type Calls = typeof propertyCalls;
/** Each call has its own input shape, chosen by the action. */
function givenFor(asked: Confirmed, id: number, { text, to }: Said): CallInput<CallShape> {
  const acts = {
    request: () => ({ id, note: text }) satisfies CallInput<Calls['requestVerification']>,
    reject: () => ({ id, move: 'reject', note: text }) satisfies CallInput<Calls['verify']>,
    stall: () => ({ id, stalled: true, reason: text }) satisfies CallInput<Calls['setFrozen']>,
    release: () => ({ id, stalled: false, reason: text }) satisfies CallInput<Calls['setFrozen']>,
    archive: () => ({ id, archived: true }) satisfies CallInput<Calls['archive']>,
    restore: () => ({ id, archived: false }) satisfies CallInput<Calls['archive']>,
    transfer: () => ({ id, company_id: to ?? noRecordId, reason: text }) satisfies CallInput<Calls['transfer']>,
    delete: () => ({ id }) satisfies CallInput<Calls['remove']>,
  } satisfies Record<Confirmed, () => object>;
  return acts[asked]() as CallInput<CallShape>;
}

/** A confirmation dialog that explains the effect. */
function Ask({ property, asked, close }: { property: PropertyDetails; asked: Confirmed; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const { verb, asks, tells, danger, says } = words[asked];
  const form = useForm<CallShape, Said>(calls[asked], {
    blank: { text: '', to: null },
    given: (said) => givenFor(asked, property.id, said),
    whole: ({ text, to }) => {
      if (says?.must && text.trim().length < 3) return m.property_reason_needed();
      return asked === 'transfer' && to === null ? m.property_transfer_needed() : '';
    },
    inPlace: true,
    touches: [unitCalls, listingCalls],
    said: () => words[asked].said({ name: property.name }),
    done: () => (asked === 'delete' ? navigate(link('property.list')) : close()),
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={asks({ name: property.name })}
      confirmLabel={verb()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={danger === true}
      loading={form.busy}
      onConfirm={form.submit}
      problem={form.problem || undefined}
    >
      {tells()}
      {asked === 'transfer' && <OwnerPicker value={form.values.to} set={(to) => form.set('to', to)} except={property.company.id} />}
      {says && (
        <Textarea
          className={classes.reason}
          label={says.must ? says.label() : `${says.label()} ${m.shell_optional()}`}
          {...form.text('text')}
          maxLength={1000}
          autosize
          minRows={2}
        />
      )}
    </ConfirmModal>
  );
}

function OwnerPicker({ value, set, except }: { value: number | null; set: (id: number | null) => void; except: number }) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed, 200);
  const found = useCall(propertyCalls.listOwnerCompanies, { page: 1, page_size: 20, z_filter: name ? { name } : {} });
  const options = (found.data?.results ?? []).filter((one) => one.id !== except).map((one) => ({ value: String(one.id), label: one.name }));
  return (
    <Select
      className={classes.reason}
      label={m.property_transfer_to()}
      searchable
      value={value === null ? null : String(value)}
      data={options}
      onSearchChange={setTyped}
      onChange={(key) => set(key === null ? null : Number(key))}
      nothingFoundMessage={m.property_transfer_none()}
    />
  );
}
