import { Button, NumberInput, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type ListingClosingReason, listingClosingReasons } from '#contract/listing/kinds.ts';
import { listingClosingReasonLabels } from '#contract/listing/labels.ts';
import type { BulkListingTerms } from '#contract/listing/shapes.ts';
import { amountLimits, toShillings, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { BulkTermFields } from './bulk-terms.tsx';
import classes from './listing.module.css';
import { listingStatusNames } from './words.ts';

type Act = 'publish' | 'pause' | 'resume' | 'close' | 'edit' | 'terms';
const verbs: Readonly<Record<Act, () => string>> = {
  publish: m.listing_bulk_publish,
  pause: m.listing_bulk_pause,
  resume: m.listing_bulk_resume,
  close: m.listing_bulk_close,
  edit: m.listing_bulk_price,
  terms: m.listing_bulk_terms,
};

/** Bulk actions for the selected listings; the result is shown for each. */
export function ListingBulkActions({ ids, propertyId, done }: { ids: readonly number[]; propertyId: number | undefined; done: () => void }) {
  const [asked, setAsked] = useState<Act | null>(null);
  return (
    <>
      {(Object.keys(verbs) as Act[]).map((act) => (
        <Button
          key={act}
          size="compact-sm"
          variant={act === 'publish' ? 'white' : 'transparent'}
          {...(act === 'publish' ? {} : { c: 'white' })}
          onClick={() => setAsked(act)}
        >
          {verbs[act]()}
        </Button>
      ))}
      {asked && <BulkForm act={asked} ids={ids} propertyId={propertyId} close={() => setAsked(null)} done={done} />}
    </>
  );
}

type Rows = CallResult<typeof listingCalls.bulk>['rows'];

type FormProps = { act: Act; ids: readonly number[]; propertyId: number | undefined; close: () => void; done: () => void };
function BulkForm({ act, ids, propertyId, close, done }: FormProps) {
  const [rows, setRows] = useState<Rows | null>(null);
  const [closed_as, setClosedAs] = useState<ListingClosingReason>('let');
  const [how, setHow] = useState<'percent' | 'set'>('percent');
  const [value, setValue] = useState<number | string>('');
  const [terms, setTerms] = useState<BulkListingTerms>({});
  const send = useAction(listingCalls.bulk, {
    inPlace: true,
    quiet: true,
    touches: [unitCalls, propertyCalls],
    done: (answer) => setRows(answer.rows),
  });
  const price = how === 'set' ? { how, cents: typedAmountToCents(Number(value)) } : { how, basis_points: typedPercentToBasisPoints(Number(value)) };
  const ready = act === 'terms' ? Object.values(terms).some((one) => one !== undefined) : act !== 'edit' || value !== '';
  const leave = () => {
    close();
    if (rows) done();
  };
  const submit = () => {
    if (rows) leave();
    else if (ready)
      send.mutate({
        ids: [...ids],
        act: act === 'terms' ? 'edit' : act,
        ...(act === 'close' ? { closed_as } : {}),
        ...(act === 'edit' ? { price } : {}),
        ...(act === 'terms' ? { terms } : {}),
      });
  };
  return (
    <FormDrawer
      opened
      onClose={leave}
      title={verbs[act]()}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        rows ? (
          <Button type="submit">{m.listing_bulk_done()}</Button>
        ) : (
          <DrawerActions
            close={leave}
            busy={send.isPending}
            label={act === 'terms' ? verbs[act]() : m.listing_bulk_go({ verb: verbs[act](), count: ids.length })}
            disabled={!ready}
          />
        )
      }
    >
      {send.problem && <Note tone="bad">{send.problem}</Note>}
      {rows ? (
        <Results rows={rows} />
      ) : (
        <>
          <Note tone="info">{m.listing_bulk_each()}</Note>
          {act === 'close' && (
            <Radio.Group label={m.listing_closed_as()} value={closed_as} onChange={(next) => setClosedAs(next as ListingClosingReason)}>
              <Stack gap={8} mt={6}>
                {listingClosingReasons.map((one) => (
                  <Radio key={one} value={one} label={listingClosingReasonLabels[one]()} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {act === 'terms' && <BulkTermFields terms={terms} set={setTerms} propertyId={propertyId} />}
          {act === 'edit' && (
            <>
              <SegmentedControl
                aria-label={m.listing_bulk_price()}
                fullWidth
                value={how}
                onChange={(next) => setHow(next as 'percent' | 'set')}
                data={[
                  { value: 'percent', label: m.listing_bulk_percent() },
                  { value: 'set', label: m.listing_bulk_same() },
                ]}
              />
              <NumberInput
                label={how === 'set' ? m.listing_bulk_same() : m.listing_bulk_percent()}
                value={value}
                onChange={setValue}
                decimalScale={2}
                {...(how === 'set'
                  ? { prefix: 'KES ', thousandSeparator: ',', min: 0, max: toShillings(amountLimits.price), clampBehavior: 'strict' as const }
                  : { suffix: ' %', allowNegative: true, inputMode: 'text' as const, min: -99, max: 1000 })}
              />
            </>
          )}
        </>
      )}
    </FormDrawer>
  );
}

const Results = ({ rows }: { rows: Rows }) => (
  <>
    <Note tone={rows.every((row) => row.done) ? 'good' : 'guard'}>
      {m.listing_bulk_result({ done: rows.filter((row) => row.done).length, all: rows.length })}
    </Note>
    <ul className={classes.results}>
      {rows.map((row) => (
        <li key={row.id}>
          <b>{row.unit ? `${row.unit}: ${row.title}` : row.title}</b>
          <span className={classes.quiet}>
            {row.code} · {row.done && row.status ? listingStatusNames[row.status].label() : row.problem}
          </span>
        </li>
      ))}
    </ul>
  </>
);
