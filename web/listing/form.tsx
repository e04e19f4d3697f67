import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { listingCalls } from '#contract/listing/calls.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { ApplyToSimilarDialog } from './apply-to-others.tsx';
import { CostBreakdownPanel } from './cost.tsx';
import { findListingProblems, listingInputFieldNames, type SetListingField, toListingCostTerms, toListingDraft, toListingInput } from './draft.ts';
import { getListingDraftFieldLabels, makeListingFieldFormatter } from './draft-comparison.ts';
import { ListingBasicFields, ListingContactFields, ListingHomeFields, ListingMoneyFields } from './fields.tsx';
import { overrideInheritedTerm } from './inherited-value.tsx';
import classes from './listing.module.css';

/** Fields of one home are never changed for other listings. */
const ofOne: readonly string[] = ['title', 'description', 'description_sw', 'available_from', 'contact_id', 'listing_type', 'inherits'];

/** Edits the terms of a listing, with the cost breakdown beside them. */
export function ListingForm({ listing, close }: { listing: ListingDetails; close: () => void }) {
  const { link } = useDashboard();
  const contacts = useCall(listingCalls.choices, { property_id: listing.property.id }).data?.contacts ?? [];
  const others = useRef(false);
  const form = useForm(listingCalls.update, {
    id: 'listing',
    saved: listing,
    from: toListingDraft,
    given: (draft, { revision }) => ({ id: listing.id, ...toListingInput(draft), revision, ...(others.current ? { others: true } : {}) }),
    says: { title: m.listing_need_title, price_cents: m.listing_need_price },
    check: findListingProblems,
    names: listingInputFieldNames,
    touches: [unitCalls, propertyCalls],
    said: ({ title: name }) => m.said_saved({ name }),
    done: close,
  });
  const { values: draft, problems } = form;
  const set: SetListingField = (name, value) => form.put({ [name]: value, ...overrideInheritedTerm(draft, name) });
  const part = { draft, set, problems, from: listing, put: form.put };
  const [asking, setAsking] = useState(false);
  const shared = Object.keys(form.touched).filter((name) => !ofOne.includes(name));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    others.current = false;
    if (listing.alike > 0 && shared.length > 0) setAsking(true);
    else form.submit(event);
  };
  return (
    <form noValidate onSubmit={submit}>
      <PageHeader
        title={m.listing_edit_title({ title: listing.title })}
        crumbs={[
          { label: m.listing_title(), href: link('listing.list') },
          { label: listing.code, href: link('listing.detail', { id: listing.id, code: listing.code }) },
          { label: m.listing_edit() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <ListingBasicFields {...part} typeOpen={listing.status === 'draft'} />
          <ListingMoneyFields {...part} />
          <ListingHomeFields {...part} />
          <ListingContactFields {...part} contacts={contacts} />
        </div>
        <div className={classes.aside}>
          <CostBreakdownPanel terms={{ ...toListingCostTerms(draft), discounts: listing.discounts }} property={listing.property.id} />
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {m.listing_save()}
        </Button>
      </div>
      <ApplyToSimilarDialog
        opened={asking}
        close={() => setAsking(false)}
        title={m.listing_others_title({ count: listing.alike })}
        text={m.listing_others_text({ property: listing.property.name })}
        all={m.listing_others_all({ count: listing.alike + 1 })}
        one={m.listing_others_one()}
        busy={form.busy}
        answer={(all) => {
          others.current = all;
          setAsking(false);
          form.submit();
        }}
      />
      <UnsavedChangesGuard form={form} name={draft.title || listing.title} />
      <EditConflictDialog form={form} labels={getListingDraftFieldLabels()} spoken={makeListingFieldFormatter(contacts)} />
    </form>
  );
}
