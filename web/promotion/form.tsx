import { Button, Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { discountTypeOf, discountTypes, listingTypeOf } from '#contract/catalogue/kinds.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { fromPercent, fromShillings, toPercent, toShillings } from '#contract/money/cents.ts';
import { type PromotionFull, promotionCalls } from '#contract/promotion/calls.ts';
import { promotedPrice } from '#contract/promotion/price.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf, endOf, lastDayBefore, startOf } from '#contract/time/days.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { typeNames } from '#web/listing/words.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { kes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './promotion.module.css';
import { appliesNames, kindNames } from './words.ts';

type Offered = Answer<typeof promotionCalls.choices>['results'][number];
type Applies = PromotionFull['applies_to'];
type Num = number | string;

const draftOf = (p: PromotionFull | null) => ({
  name: p?.name ?? '',
  type: p?.discount_type ?? discountTypes.percentage,
  amount: (p ? (p.discount_type === discountTypes.percentage ? toPercent : toShillings)(p.value) : '') as Num,
  perk: p?.perk ?? '',
  applies: (p?.applies_to ?? 'rent') as Applies,
  months: (p?.months ?? 1) as Num,
  from: dayOf(p?.starts_at ?? clock.now()),
  to: p ? lastDayBefore(p.ends_at) : '',
  quota: (p?.quota ?? '') as Num,
  code: p?.promo_code ?? '',
  stackable: p?.stackable ?? false,
  listings: (p?.offers ?? []).map((o) => String(o.id)) as readonly string[],
});
type Draft = ReturnType<typeof draftOf>;

/** Percent with two decimals and shillings with cents: both are kept as a hundredth. */
const worth = (d: Draft): number =>
  d.type === discountTypes.no_discount ? 0 : (d.type === discountTypes.percentage ? fromPercent : fromShillings)(Number(d.amount) || 0);

function problemsOf(d: Draft): Record<string, string> {
  const found: Record<string, string> = {};
  if (!d.name.trim()) found.name = m.promotion_need_name();
  if (d.type === discountTypes.no_discount ? !d.perk.trim() : worth(d) < 1)
    found[d.type === discountTypes.no_discount ? 'perk' : 'value'] =
      d.type === discountTypes.no_discount ? m.promotion_need_perk() : m.promotion_need_value();
  if (!d.from || !d.to || d.to < d.from) found.ends_at = m.promotion_need_days();
  if (d.listings.length === 0) found.listing_ids = m.promotion_need_listings();
  return found;
}

/** Writes or changes a promotion; the new price stands beside each offer while it is being written. */
export function PromotionForm({ promotion, close }: { promotion: PromotionFull | null; close: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(promotion));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const choices = useCall(promotionCalls.choices, {}).data?.results ?? [];
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => setDraft((old) => ({ ...old, [name]: value }));
  const handles = (why: unknown): boolean => {
    if (!(why instanceof Refused)) return false;
    if (why.status === 409 && why.body.current) setProblems({ conflict: m.promotion_conflict() });
    else if (why.body.fields) setProblems(why.body.fields);
    else return false;
    return true;
  };
  const create = useAct(promotionCalls.create, { handles, done: close });
  const update = useAct(promotionCalls.update, { handles, done: close });
  const save = () => {
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const given = {
      name: draft.name,
      discount_type: draft.type,
      value: worth(draft),
      perk: draft.perk,
      applies_to: draft.applies,
      months: Number(draft.months) || 1,
      starts_at: startOf(draft.from).toISOString(),
      ends_at: endOf(draft.to).toISOString(),
      quota: Number(draft.quota) || null,
      promo_code: draft.code.trim() || null,
      stackable: draft.stackable,
      listing_ids: draft.listings.map(Number),
    };
    if (promotion) update.mutate({ id: promotion.id, ...given, revision: promotion.revision });
    else create.mutate(given);
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={promotion ? m.promotion_edit() : m.promotion_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={create.isPending || update.isPending} label={m.promotion_save()} />}
    >
      {problems.conflict && <Note tone="guard">{problems.conflict}</Note>}
      <Worth draft={draft} set={set} problems={problems} />
      <When draft={draft} set={set} problems={problems} />
      <Listings draft={draft} all={choices} set={(ids) => set('listings', ids)} error={problems.listing_ids} />
    </FormDrawer>
  );
}

type Part = { draft: Draft; set: <K extends keyof Draft>(name: K, value: Draft[K]) => void; problems: Readonly<Record<string, string>> };

const Worth = ({ draft, set, problems }: Part) => (
  <>
    <TextInput
      label={m.promotion_field_name()}
      value={draft.name}
      onChange={(e) => set('name', e.currentTarget.value)}
      error={problems.name}
      maxLength={120}
    />
    <div className={classes.pair}>
      <NativeSelect
        label={m.promotion_kind()}
        data={Object.values(discountTypes).map((n) => ({ value: String(n), label: kindNames[discountTypeOf(n)]() }))}
        value={String(draft.type)}
        onChange={(e) => set('type', Number(e.currentTarget.value))}
      />
      {draft.type === discountTypes.no_discount ? (
        <TextInput
          label={m.promotion_field_perk()}
          value={draft.perk}
          onChange={(e) => set('perk', e.currentTarget.value)}
          error={problems.perk}
          maxLength={200}
        />
      ) : (
        <NumberInput
          label={draft.type === discountTypes.percentage ? m.promotion_field_percent() : m.promotion_field_money()}
          value={draft.amount}
          onChange={(v) => set('amount', v)}
          error={problems.value}
          min={0}
          {...(draft.type === discountTypes.percentage ? { max: 100, suffix: '%' } : { prefix: 'KES ', thousandSeparator: ',' })}
          decimalScale={2}
          hideControls
        />
      )}
      {draft.type !== discountTypes.no_discount && (
        <>
          <NativeSelect
            label={m.promotion_field_applies()}
            data={(Object.keys(appliesNames) as Applies[]).map((a) => ({ value: a, label: appliesNames[a]() }))}
            value={draft.applies}
            onChange={(e) => set('applies', e.currentTarget.value as Applies)}
          />
          <NumberInput
            label={m.promotion_field_months()}
            value={draft.months}
            onChange={(v) => set('months', v)}
            min={1}
            max={60}
            allowDecimal={false}
          />
        </>
      )}
    </div>
  </>
);

const When = ({ draft, set, problems }: Part) => (
  <>
    <div className={classes.pair}>
      <TextInput
        type="date"
        label={m.promotion_field_from()}
        value={draft.from}
        onChange={(e) => set('from', e.currentTarget.value)}
        error={problems.starts_at}
      />
      <TextInput
        type="date"
        label={m.promotion_field_to()}
        value={draft.to}
        onChange={(e) => set('to', e.currentTarget.value)}
        error={problems.ends_at}
      />
      <NumberInput
        label={`${m.promotion_field_quota()} ${m.shell_optional()}`}
        value={draft.quota}
        onChange={(v) => set('quota', v)}
        min={1}
        allowDecimal={false}
        error={problems.quota}
      />
      <TextInput
        label={`${m.promotion_field_code()} ${m.shell_optional()}`}
        description={m.promotion_field_code_help()}
        value={draft.code}
        onChange={(e) => set('code', e.currentTarget.value.toUpperCase())}
        error={problems.promo_code}
        maxLength={24}
      />
    </div>
    <Switch label={m.promotion_field_stackable()} checked={draft.stackable} onChange={(e) => set('stackable', e.currentTarget.checked)} />
  </>
);

type ListingsProps = { draft: Draft; all: readonly Offered[]; set: (ids: readonly string[]) => void; error: string | undefined };
/** The offers it is about, narrowed by property, kind and type, so that a hundred are chosen in three taps. */
function Listings({ draft, all, set, error }: ListingsProps) {
  const [property, setProperty] = useState('');
  const [kind, setKind] = useState('');
  const [type, setType] = useState('');
  const any = { value: '', label: m.promotion_choose_any() };
  const properties = [...new Map(all.map((o) => [String(o.property_id), o.property]))].map(([value, label]) => ({ value, label }));
  const kinds = [...new Set(all.map((o) => o.unit_type).filter(Boolean))].map((k) => ({ value: k, label: k }));
  const types = [...new Set(all.map((o) => o.listing_type))].map((t) => ({ value: String(t), label: typeNames[listingTypeOf(t)]() }));
  const shown = all.filter(
    (o) => (!property || String(o.property_id) === property) && (!kind || o.unit_type === kind) && (!type || String(o.listing_type) === type),
  );
  const priceOf = (o: Offered): string => {
    const left =
      draft.applies === 'rent' ? promotedPrice(o.price_cents, [{ discount_type: draft.type, value: worth(draft), stackable: false }]) : null;
    return left === null ? kes(o.price_cents) : m.promotion_was({ was: kes(o.price_cents), now: kes(left) });
  };
  return (
    <fieldset className={classes.group}>
      <legend>{m.promotion_field_listings()}</legend>
      <div className={classes.three}>
        <NativeSelect
          label={m.promotion_choose_property()}
          data={[any, ...properties]}
          value={property}
          onChange={(e) => setProperty(e.currentTarget.value)}
        />
        <NativeSelect label={m.promotion_choose_kind()} data={[any, ...kinds]} value={kind} onChange={(e) => setKind(e.currentTarget.value)} />
        <NativeSelect label={m.promotion_choose_type()} data={[any, ...types]} value={type} onChange={(e) => setType(e.currentTarget.value)} />
      </div>
      <div className={classes.row}>
        <Button
          variant="default"
          onClick={() => set([...new Set([...draft.listings, ...shown.map((o) => String(o.id))])])}
          disabled={shown.length === 0}
        >
          {m.promotion_choose_shown({ count: shown.length })}
        </Button>
        <Button variant="default" onClick={() => set([])} disabled={draft.listings.length === 0}>
          {m.promotion_choose_clear()}
        </Button>
      </div>
      <Checkbox.Group
        aria-label={m.promotion_field_listings()}
        description={m.promotion_chosen({ count: draft.listings.length })}
        value={[...draft.listings]}
        onChange={set}
        error={error}
      >
        <div className={classes.listings}>
          {shown.length === 0 && <p className={classes.quiet}>{m.promotion_no_listings()}</p>}
          {shown.slice(0, 200).map((o) => (
            <Checkbox key={o.id} value={String(o.id)} label={`${o.title}`} description={`${o.property} · ${priceOf(o)}`} />
          ))}
        </div>
      </Checkbox.Group>
    </fieldset>
  );
}
