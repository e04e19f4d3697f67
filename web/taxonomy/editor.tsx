import { Button, Chip, Group, Input, NativeSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { taxonCalls } from '#contract/taxonomy/calls.ts';
import {
  type AmenityGroup,
  type AmenityTarget,
  amenityGroups,
  amenityTargets,
  documentByTaxonKind,
  type TaxonKind,
} from '#contract/taxonomy/kinds.ts';
import { amenityGroupLabels, amenityTargetLabels } from '#contract/taxonomy/labels.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDeferredDrawerClose } from '#web/forms/use-leaving.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { IconArrowMerge, IconTrash } from '#web/ui/icons.ts';
import { taxonIcons } from '#web/ui/taxon-icons.ts';
import { m } from '#words/messages.js';
import { DeleteTaxonDialog, MergeTaxonDialog } from './dialogs.tsx';
import classes from './taxonomy.module.css';
import { formatTaxonUse, taxonKindTexts } from './words.ts';

type Draft = {
  name: string;
  name_sw: string;
  code: string;
  icon: string;
  grouped: AmenityGroup | '';
  applies_to: AmenityTarget;
  listing_types: (0 | 1 | 2)[];
  bedrooms: number | null;
  category_id: number | null;
  aliases: string[];
  searchable: boolean;
  visible: boolean;
};
const blank: Draft = {
  name: '',
  name_sw: '',
  code: '',
  icon: '',
  grouped: '',
  applies_to: 'both',
  listing_types: [0, 1, 2],
  bedrooms: null,
  category_id: null,
  aliases: [],
  searchable: true,
  visible: true,
};
const draftOf = (t: Taxon): Draft => ({
  name: t.name,
  name_sw: t.name_sw,
  code: t.code,
  icon: t.icon,
  grouped: t.grouped as Draft['grouped'],
  applies_to: t.applies_to,
  listing_types: t.listing_types as Draft['listing_types'],
  bedrooms: t.bedrooms,
  category_id: t.category_id,
  aliases: t.aliases,
  searchable: t.searchable,
  visible: t.visible,
});

/** Edits a term in a drawer beside its list, or creates one without an id. */
export function TaxonEditor({ kind, id, close }: { kind: TaxonKind; id: number | null; close: () => void }) {
  const { left, leave } = useDeferredDrawerClose(close);
  const row = useCall(taxonCalls[kind].details, id === null || left ? null : { id });
  if (left) return null;
  if (id === null) return <TaxonForm kind={kind} row={null} close={leave} />;
  if (row.data?.id === id) return <TaxonForm key={row.data.id} kind={kind} row={row.data} close={leave} />;
  return (
    <FormDrawer opened onClose={close} title={m.shell_loading()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
      <LoadingState answer={row} rows={6} />
    </FormDrawer>
  );
}

/** The categories a property type can have; no other vocabulary needs them. */
const useCategories = (kind: TaxonKind) =>
  useCall(taxonCalls.property_category.list, { page: 1, page_size: 100, sort: 'sort' }, { enabled: kind === 'property_type' }).data?.results ?? [];

const useTaxonForm = (kind: TaxonKind, row: Taxon | null, done: () => void) =>
  useForm(row ? taxonCalls[kind].update : taxonCalls[kind].create, {
    saved: row,
    from: draftOf,
    blank,
    given: ({ code, ...values }, { revision }) => {
      const given = { ...values, ...(code ? { code } : {}) };
      return row ? { id: row.id, ...given, revision } : given;
    },
    says: { name: m.taxonomy_need_name, code: m.taxonomy_need_code },
    touches: [propertyCalls, unitCalls],
    said: ({ name }) => (row ? m.said_saved({ name }) : m.said_added({ name })),
    done,
  });
type Form = ReturnType<typeof useTaxonForm>;

const labels = (): ConflictLabels<Draft> => ({
  name: m.taxonomy_name(),
  name_sw: m.taxonomy_name_sw(),
  code: m.taxonomy_code(),
  icon: m.taxonomy_icon(),
  grouped: m.taxonomy_group(),
  applies_to: m.taxonomy_applies(),
  listing_types: m.taxonomy_listing_types(),
  bedrooms: m.taxonomy_bedrooms(),
  category_id: m.taxonomy_category(),
  aliases: m.taxonomy_aliases(),
  searchable: m.taxonomy_searchable(),
  visible: m.taxonomy_visible(),
});
const spokenBy = (categories: readonly { id: number; name: string }[]) => (name: keyof Draft, draft: Draft) => {
  const { grouped, applies_to, category_id, listing_types } = draft;
  if (name === 'category_id') return categories.find((one) => one.id === category_id)?.name ?? m.taxonomy_category_none();
  if (name === 'listing_types')
    return offers()
      .filter(({ value }) => listing_types.map(String).includes(value))
      .map(({ label }) => label)
      .join(', ');
  if (name === 'grouped') return grouped === '' ? m.taxonomy_group_none() : amenityGroupLabels[grouped]();
  return name === 'applies_to' ? amenityTargetLabels[applies_to]() : undefined;
};

function TaxonForm({ kind, row, close }: { kind: TaxonKind; row: Taxon | null; close: () => void }) {
  const form = useTaxonForm(kind, row, close);
  const categories = useCategories(kind);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={row ? m.taxonomy_edit({ name: row.name }) : taxonKindTexts[kind].add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={row ? m.taxonomy_save() : taxonKindTexts[kind].add()} />}
    >
      <EditConflictDialog form={form} labels={labels()} spoken={spokenBy(categories)} />
      <Names form={form} />
      <Kindly kind={kind} form={form} />
      <Rest form={form} kind={kind} />
      {row && <Moves kind={kind} row={row} close={close} />}
    </FormDrawer>
  );
}

const Names = ({ form }: { form: Form }) => (
  <>
    <TextInput {...form.text('name')} label={m.taxonomy_name()} maxLength={80} />
    <TextInput {...form.text('name_sw')} label={m.taxonomy_name_sw()} lang="sw" maxLength={80} />
    <TextInput
      {...form.text('code')}
      label={`${m.taxonomy_code()} ${m.shell_optional()}`}
      description={m.taxonomy_code_help()}
      maxLength={60}
      autoCapitalize="off"
      spellCheck={false}
    />
  </>
);

/** Fields that only some vocabularies have. */
function Kindly({ kind, form }: { kind: TaxonKind; form: Form }) {
  const { values: draft, set, problems } = form;
  const categories = useCategories(kind);
  return (
    <>
      {kind === 'amenity' && (
        <>
          <NativeSelect
            {...form.text('grouped')}
            label={m.taxonomy_group()}
            data={[{ value: '', label: m.taxonomy_group_none() }, ...amenityGroups.map((value) => ({ value, label: amenityGroupLabels[value]() }))]}
          />
          <NativeSelect
            {...form.text('applies_to')}
            label={m.taxonomy_applies()}
            data={amenityTargets.map((value) => ({ value, label: amenityTargetLabels[value]() }))}
          />
        </>
      )}
      {kind === 'property_type' && (
        <NativeSelect
          label={m.taxonomy_category()}
          data={[{ value: '', label: m.taxonomy_category_none() }, ...categories.map((c) => ({ value: String(c.id), label: c.name }))]}
          value={String(draft.category_id ?? '')}
          onChange={(e) => set('category_id', Number(e.currentTarget.value) || null)}
          error={problems.category_id}
        />
      )}
      {kind === 'unit_type' && (
        <NumberInput
          label={m.taxonomy_bedrooms()}
          description={m.taxonomy_bedrooms_help()}
          min={0}
          max={20}
          allowDecimal={false}
          value={draft.bedrooms ?? ''}
          onChange={(value) => set('bedrooms', value === '' ? null : Number(value))}
          error={problems.bedrooms}
        />
      )}
    </>
  );
}

const offers = () =>
  [
    { value: String(listingTypes.rent), label: m.taxonomy_rent() },
    { value: String(listingTypes.lease), label: m.taxonomy_lease() },
    { value: String(listingTypes.buy), label: m.taxonomy_buy() },
  ] as const;

function Rest({ kind, form }: { kind: TaxonKind; form: Form }) {
  const { values: draft, set } = form;
  return (
    <>
      <Select
        label={m.taxonomy_icon()}
        placeholder={m.taxonomy_icon_none()}
        data={Object.keys(taxonIcons)}
        value={draft.icon || null}
        onChange={(icon) => set('icon', icon ?? '')}
        searchable
        clearable
        maxDropdownHeight={280}
        leftSection={<Drawn name={draft.icon} />}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <Drawn name={option.value} />
            {option.label}
          </span>
        )}
      />
      <Input.Wrapper label={m.taxonomy_listing_types()}>
        <Chip.Group
          multiple
          value={draft.listing_types.map(String)}
          onChange={(values) => set('listing_types', values.map(Number) as Draft['listing_types'])}
        >
          <Group gap={8} mt={6}>
            {offers().map(({ value, label }) => (
              <Chip key={value} value={value}>
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <TagsInput {...form.field('aliases')} label={m.taxonomy_aliases()} description={m.taxonomy_aliases_help()} maxTags={40} acceptValueOnBlur />
      <Switch
        {...form.tick('searchable')}
        label={m.taxonomy_searchable()}
        {...(kind === 'amenity' ? { description: m.taxonomy_searchable_help() } : {})}
      />
      <Switch {...form.tick('visible')} label={m.taxonomy_visible()} description={m.taxonomy_visible_help()} />
    </>
  );
}

function Drawn({ name }: { name: string }) {
  const Icon = taxonIcons[name];
  return Icon ? <Icon size={18} aria-hidden /> : null;
}

function Moves({ kind, row, close }: { kind: TaxonKind; row: Taxon; close: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<'merge' | 'delete' | null>(null);
  const stop = () => setAsked(null);
  return (
    <div className={classes.moves}>
      <p className={classes.used}>
        {m.taxonomy_column_used()}: {formatTaxonUse(row.used) ?? m.taxonomy_used_none()}
      </p>
      {isAllowed([documentByTaxonKind[kind], 'edit'], visitor) && (
        <Button variant="default" leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setAsked('merge')}>
          {m.taxonomy_merge()}
        </Button>
      )}
      {isAllowed([documentByTaxonKind[kind], 'delete'], visitor) && (
        <Button variant="default" c="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
          {m.taxonomy_delete()}
        </Button>
      )}
      {asked === 'merge' && <MergeTaxonDialog kind={kind} row={row} close={stop} done={close} />}
      {asked === 'delete' && <DeleteTaxonDialog kind={kind} row={row} close={stop} done={close} />}
    </div>
  );
}
