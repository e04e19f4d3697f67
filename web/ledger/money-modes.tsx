import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type CollectionMode, collectionModes } from '#contract/ledger/accounts.ts';
import { type CollectionModeBook, ledgerCalls } from '#contract/ledger/calls.ts';
import { collectionModeLabels } from '#contract/ledger/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const byName: ListSort = { by: 'name', desc: false };
const names = ['search', 'mode', 'waiting'] as const;
const Held = ({ mode }: { mode: CollectionMode }) => (
  <ToneBadge tone={mode === 'trust' ? 'special' : 'neutral'}>{collectionModeLabels[mode]()}</ToneBadge>
);
/** The money mode, and a pending request to change it. */
const HeldNow = ({ of: { mode, asked } }: { of: CollectionModeBook }) => (
  <>
    <Held mode={mode} /> {asked && <ToneBadge tone="wait">{m.ledger_book_asked({ mode: collectionModeLabels[asked.mode]() })}</ToneBadge>}
  </>
);
const since = ({ set_at, set_by }: CollectionModeBook) => (set_at ? [formatDate(set_at), set_by].filter(Boolean).join(', ') : '');

const columns = (): readonly TableColumn<CollectionModeBook>[] => [
  { key: 'name', header: m.ledger_column_company(), cell: (b) => <TwoLineCell top={b.name} bottom={b.reason} /> },
  { key: 'mode', header: m.ledger_book_mode(), cell: (b) => <HeldNow of={b} /> },
  { key: 'since', header: m.ledger_book_since(), cell: since },
];

/** Who holds a company's money: the company, which is the default, or the platform in trust. */
export function CollectionModes() {
  const { visitor } = useApp();
  const list = useListState(names, byName);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayChange = isAllowed(ledgerCalls.requestMoneyMode.needs, visitor);
  const answer = useCall(ledgerCalls.listMoneyModes, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: {
      search: list.filters.search,
      mode: list.filters.mode as CollectionMode | undefined,
      waiting: list.filters.waiting ? 'true' : undefined,
    },
  });
  const open = answer.data?.results.find(({ id }) => String(id) === params.get('company'));
  const close = () => void navigate(list.hrefWith({ company: null }), { replace: true, preventScrollReset: true });
  return (
    <>
      <ListPage
        caption={m.ledger_tab_books()}
        list={list}
        answer={answer}
        columns={columns()}
        rowHref={(b) => (mayChange ? list.hrefWith({ company: b.id }) : undefined)}
        mobile={(b) => <MobileRow name={b.name} amount={<HeldNow of={b} />} meta={b.reason} metaEnd="" when={since(b)} />}
        search={{
          value: list.filters.search ?? '',
          set: (text) => list.setFilter('search', text),
          label: m.ledger_book_search(),
          hint: m.ledger_column_company(),
        }}
        filters={makeLinkedFilter(list, 'waiting', m.shell_waiting_for_you())}
        counted={(count) => m.ledger_book_count({ count })}
        empty={<StateBlock title={m.ledger_book_empty_title()} text={m.ledger_book_empty_text()} />}
        filteredText={m.ledger_filtered_text()}
      />
      {open && mayChange && (open.asked ? <Decide of={open} asked={open.asked} close={close} /> : <Change key={open.id} of={open} close={close} />)}
    </>
  );
}

function Change({ of, close }: { of: CollectionModeBook; close: () => void }) {
  const form = useForm(ledgerCalls.requestMoneyMode, {
    blank: { mode: of.mode as string, reason: '' },
    given: ({ mode, reason }) => ({ company_id: of.id, mode: mode as CollectionMode, reason }),
    said: () => m.ledger_book_said(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.ledger_book_change()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.ledger_book_change()} />}
    >
      <p>{m.ledger_book_text({ company: of.name })}</p>
      {form.problem && <Note tone="guard">{form.problem}</Note>}
      <Radio.Group label={m.ledger_book_mode()} value={form.values.mode} onChange={(mode) => form.set('mode', mode)}>
        <Stack gap={10} mt={8}>
          {collectionModes.map((mode) => (
            <Radio key={mode} value={mode} label={collectionModeLabels[mode]()} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea {...form.text('reason')} label={m.ledger_book_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}

/** A pending request: another person approves it, or anyone, including the requester, cancels it. */
function Decide({ of, asked, close }: { of: CollectionModeBook; asked: NonNullable<CollectionModeBook['asked']>; close: () => void }) {
  const form = useForm(ledgerCalls.decideMoneyMode, {
    blank: {},
    given: () => ({ company_id: of.id, agree: true }),
    said: ({ mode }) => m.ledger_book_decided({ mode: collectionModeLabels[mode]() }),
    done: close,
  });
  const drop = useAction(ledgerCalls.decideMoneyMode, { said: () => m.ledger_book_dropped(), done: close });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.ledger_book_asked({ mode: collectionModeLabels[asked.mode]() })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={
        <>
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ company_id: of.id, agree: false })}>
            {m.ledger_book_let_be()}
          </Button>
          <Button type="submit" loading={form.busy} disabled={asked.own}>
            {m.ledger_book_agree()}
          </Button>
        </>
      }
    >
      <p>{m.ledger_book_asked_by({ who: asked.by ?? '', day: formatDate(asked.at), reason: asked.reason })}</p>
      <p>{m.ledger_book_text({ company: of.name })}</p>
      {form.problem && <Note tone="guard">{form.problem}</Note>}
    </FormDrawer>
  );
}
