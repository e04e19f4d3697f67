import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { findingCalls, type SavedSearch } from '#contract/finding/calls.ts';
import { type SearchFrequency, searchFrequencies } from '#contract/finding/kinds.ts';
import { searchFrequencyLabels } from '#contract/finding/labels.ts';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { formatCriteria } from '#contract/search/criteria.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './finding.module.css';
import { getSavedSearchPath } from './search-address.ts';

/** Saved searches; at most thirty, so one page is enough. */
export default function SavedSearchList() {
  const searches = useCall(findingCalls.searches, { page: 1, page_size: 50 });
  const listings = href(portalPublicScreens.listings);
  return (
    <>
      <PageHeader title={m.finding_searches()} sub={searches.data ? m.finding_searches_count({ count: searches.data.count }) : undefined} />
      {!searches.data && <LoadingState answer={searches} rows={4} />}
      {searches.data?.count === 0 && (
        <StateBlock
          title={m.finding_searches_empty()}
          text={m.finding_searches_empty_text()}
          action={
            <Button component="a" href={listings}>
              {m.finding_find()}
            </Button>
          }
        />
      )}
      <ul className={classes.searches}>
        {(searches.data?.results ?? []).map((one) => (
          <Search key={one.id} one={one} address={getSavedSearchPath(one.query)} />
        ))}
      </ul>
    </>
  );
}

function Search({ one, address }: { one: SavedSearch; address: string }) {
  const [name, setName] = useState(one.name);
  const [asking, setAsking] = useState(false);
  const update = useAction(findingCalls.searchUpdate, { said: (_, { name }) => m.said_saved({ name }) });
  const remove = useAction(findingCalls.searchRemove, { said: () => m.said_deleted({ name: one.name }), done: () => setAsking(false) });
  const rename = () => name.trim() && name !== one.name && update.mutate({ id: one.id, name, often: one.often });
  const { locale } = useApp();
  const asked = formatCriteria(new URLSearchParams(one.query), {
    nameOf: (filter, value) => {
      const it = one.names[`${filter} ${value}`];
      return it ? (locale === 'sw' && it.name_sw) || it.name : null;
    },
    day: (day) => formatDate(day, locale),
  });
  return (
    <li className={classes.search}>
      <TextInput label={m.finding_rename()} value={name} maxLength={120} onChange={(e) => setName(e.currentTarget.value)} onBlur={() => rename()} />
      <ul className={classes.criteria} aria-label={m.finding_criteria()}>
        {(asked.length > 0 ? asked : [m.finding_criteria_none()]).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <NativeSelect
        label={m.finding_often()}
        value={one.often}
        disabled={update.isPending}
        data={searchFrequencies.map((often) => ({ value: often, label: searchFrequencyLabels[often]() }))}
        onChange={(e) => update.mutate({ id: one.id, name: one.name, often: e.currentTarget.value as SearchFrequency })}
      />
      <div className={classes.searchFoot}>
        <span className={classes.quiet}>{one.capped ? m.finding_fits_many({ count: one.count }) : m.finding_fits({ count: one.count })}</span>
        <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {m.finding_remove()}
        </Button>
        <Button variant="default" component="a" href={address}>
          {m.finding_open()}
        </Button>
      </div>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.finding_delete_title({ name: one.name })}
        confirmLabel={m.finding_delete()}
        cancelLabel={m.finding_keep()}
        closeLabel={m.shell_close()}
        onConfirm={() => remove.mutate({ id: one.id })}
        loading={remove.isPending}
        danger
      >
        {m.finding_delete_text()}
      </ConfirmModal>
    </li>
  );
}
