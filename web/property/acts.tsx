import { Button, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PropertyFull, propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/more-menu.tsx';
import { IconPencil } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './property.module.css';

type Asked = 'request' | 'verify' | 'reject' | 'stall' | 'release' | 'archive' | 'restore' | 'transfer' | 'delete';

type Words = {
  readonly verb: () => string;
  readonly asks: (given: { name: string }) => string;
  readonly tells: () => string;
  readonly danger?: true;
  /** A sentence that goes with it, and whether it may be left out. */
  readonly says?: { readonly label: () => string; readonly must: boolean };
};
const reason = { label: m.property_reason, must: true } as const;
const note = { label: m.property_note, must: false } as const;
const words: Readonly<Record<Asked, Words>> = {
  request: { verb: m.property_request, asks: m.property_request_title, tells: m.property_request_text },
  verify: { verb: m.property_verify, asks: m.property_verify_title, tells: m.property_verify_text, says: note },
  reject: { verb: m.property_reject, asks: m.property_reject_title, tells: m.property_reject_text, danger: true, says: reason },
  stall: { verb: m.property_stall, asks: m.property_stall_title, tells: m.property_stall_text, danger: true, says: reason },
  release: { verb: m.property_release, asks: m.property_release_title, tells: m.property_release_text, says: reason },
  archive: { verb: m.property_archive, asks: m.property_archive_title, tells: m.property_archive_text },
  restore: { verb: m.property_restore, asks: m.property_restore_title, tells: m.property_restore_text },
  transfer: { verb: m.property_transfer, asks: m.property_transfer_title, tells: m.property_transfer_text, danger: true, says: reason },
  delete: { verb: m.property_delete, asks: m.property_delete_title, tells: m.property_delete_text, danger: true },
};

/** What the rights, the mandate and the state of the property allow, most wanted first. */
function actsOf({ may, moves, stalled, archived_at, lacks, units }: PropertyFull): Asked[] {
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

/** The buttons in the head of every page of a property. */
export function PropertyActs({ property }: { property: PropertyFull }) {
  const { link } = useDash();
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
      {asked && <Ask key={asked} property={property} asked={asked} close={() => setAsked(null)} />}
    </>
  );
}

/** Every one of them asks first and says what will happen. */
function Ask({ property, asked, close }: { property: PropertyFull; asked: Asked; close: () => void }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [to, setTo] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const done = { touches: [unitCalls, listingCalls], done: close };
  const request = useAct(propertyCalls.request, done);
  const verify = useAct(propertyCalls.verify, done);
  const stall = useAct(propertyCalls.stall, done);
  const archive = useAct(propertyCalls.archive, done);
  const transfer = useAct(propertyCalls.transfer, done);
  const remove = useAct(propertyCalls.remove, { touches: [unitCalls, listingCalls], done: () => navigate(link('property.list')) });
  const { id } = property;
  const { verb, asks, tells, danger, says } = words[asked];
  const act = () => {
    if (says?.must && text.trim().length < 3) return setProblem(m.property_reason_needed());
    if (asked === 'transfer' && to === null) return setProblem(m.property_transfer_needed());
    const acts: Readonly<Record<Asked, () => void>> = {
      request: () => request.mutate({ id, note: text }),
      verify: () => verify.mutate({ id, move: 'verify', note: text }),
      reject: () => verify.mutate({ id, move: 'reject', note: text }),
      stall: () => stall.mutate({ id, stalled: true, reason: text }),
      release: () => stall.mutate({ id, stalled: false, reason: text }),
      archive: () => archive.mutate({ id, archived: true }),
      restore: () => archive.mutate({ id, archived: false }),
      transfer: () => to !== null && transfer.mutate({ id, company_id: to, reason: text }),
      delete: () => remove.mutate({ id }),
    };
    acts[asked]();
  };
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={asks({ name: property.name })}
      confirmLabel={verb()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={danger === true}
      loading={[request, verify, stall, archive, transfer, remove].some((one) => one.isPending)}
      onConfirm={act}
      problem={problem || undefined}
    >
      {tells()}
      {asked === 'transfer' && <OwnerPicker value={to} set={setTo} except={property.company.id} />}
      {says && (
        <Textarea
          className={classes.reason}
          label={says.must ? says.label() : `${says.label()} ${m.shell_optional()}`}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
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
  const found = useCall(propertyCalls.holders, { page: 1, page_size: 20, z_filter: name ? { name } : {} });
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
