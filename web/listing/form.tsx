import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { listingCalls } from '#contract/listing/calls.ts';
import type { ListingFull } from '#contract/listing/shapes.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { Unsaved } from '#web/forms/unsaved.tsx';
import { useDash } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { TrueCost } from './cost.tsx';
import { type Draft, draftOf, type Problems, problemsOf, type Setter, termsOf, toWire } from './draft.ts';
import { ContactFields, HomeFields, MoneyFields, OfferFields } from './fields.tsx';
import classes from './listing.module.css';

/** Changes the terms of an offer, with the true cost beside them. */
export function ListingForm({ listing, close }: { listing: ListingFull; close: () => void }) {
  const { link } = useDash();
  const start = useMemo(() => draftOf(listing), [listing]);
  const [draft, setDraft] = useState<Draft>(start);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [revision, setRevision] = useState(listing.revision);
  const [theirs, setTheirs] = useState<ListingFull | null>(null);
  const contacts = useCall(listingCalls.choices, { property_id: listing.property.id }).data?.contacts ?? [];
  const set: Setter = (name, value) => setDraft((old) => ({ ...old, [name]: value }));

  /** Refusals that belong to fields stay in the form; a conflict asks which text stays. */
  const handles = (why: unknown): boolean => {
    if (!(why instanceof Refused)) return false;
    if (why.status === 409 && why.body.current) {
      setTheirs(why.body.current as ListingFull);
      return true;
    }
    if (why.status !== 400 || !why.body.fields) return false;
    setProblems(why.body.fields);
    setAttempt((n) => n + 1);
    return true;
  };
  const [left, setLeft] = useState(false);
  const changed = !left && JSON.stringify(draft) !== JSON.stringify(start);
  // The question about unsaved work must be gone before the address changes.
  const leave = () => {
    flushSync(() => setLeft(true));
    close();
  };
  const update = useAct(listingCalls.update, { handles, done: leave });
  const save = (as = revision) => {
    const found = problemsOf(draft, start);
    setProblems(found);
    if (Object.keys(found).length > 0) return setAttempt((n) => n + 1);
    update.mutate({ id: listing.id, ...toWire(draft), revision: as });
  };
  const part = { draft, set, problems };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PageHeader
        title={m.listing_edit_title({ title: listing.title })}
        crumbs={[
          { label: m.listing_title(), href: link('listing.list') },
          { label: listing.code, href: link('listing.detail', { id: listing.id, code: listing.code }) },
          { label: m.listing_edit() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <FieldErrorsSummary
        title={m.shell_check_fields()}
        attempt={attempt}
        errors={Object.entries(problems).map(([name, text]) => ({ id: `listing-${name}`, text }))}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <OfferFields {...part} typeOpen={listing.status === 'draft'} />
          <MoneyFields {...part} />
          <HomeFields {...part} />
          <ContactFields {...part} contacts={contacts} />
        </div>
        <div className={classes.aside}>
          <TrueCost terms={termsOf(draft)} />
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {m.listing_save()}
        </Button>
      </div>
      <Unsaved changed={changed} name={draft.title || listing.title} />
      <ConfirmModal
        opened={theirs !== null}
        onClose={() => {
          if (theirs) {
            setDraft(draftOf(theirs));
            setRevision(theirs.revision);
          }
          setTheirs(null);
        }}
        title={m.listing_conflict_title()}
        confirmLabel={m.listing_conflict_mine()}
        cancelLabel={m.listing_conflict_theirs()}
        closeLabel={m.listing_conflict_theirs()}
        onConfirm={() => {
          const now = theirs?.revision ?? revision;
          setRevision(now);
          setTheirs(null);
          save(now);
        }}
      >
        {m.listing_conflict_text()}
      </ConfirmModal>
    </form>
  );
}
