import { Fragment } from 'react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { mapPublicScreens } from '#contract/map/public.ts';
import { maxComparedListings } from '#contract/search/limits.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { toggleComparedListing, useComparedIds } from '#web/portal/card/compare.ts';
import { IconCheck, IconMinus, IconPlus, IconPrinter, IconSearch, IconShare, IconX } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './compare.module.css';
import { buildCompareHref } from './ids.ts';
import { type CompareColumnView, type CompareRowView, type CompareView, loadCompareView } from './load.ts';

export const handle = makeScreenHandle(mapPublicScreens.compare, m.screens_map_compare);

export const loader = ({ context, request }: LoaderFunctionArgs) => loadCompareView(context, new URL(request.url).searchParams);

/** Up to four listings side by side, at an address that can be shared. */
export default function ComparePage() {
  const view = useLoaderData<typeof loader>();
  const { columns } = view;
  return (
    <div className={`wrap ${classes.page}`}>
      <div className={classes.head}>
        <div>
          <h1>{columns.length > 0 ? m.compare_title({ count: columns.length }) : m.compare_title_none()}</h1>
          <p>{m.compare_lead()}</p>
        </div>
        {columns.length > 0 && (
          <div className={classes.acts}>
            <AppLink href={view.toggle} className={classes.toggle} data-on={view.only || undefined} preventScrollReset>
              <span aria-hidden="true" />
              {view.only ? m.compare_show_all() : m.compare_only_differences()}
            </AppLink>
            <span className={classes.scripted}>
              <Button variant="default" left={<IconShare size={16} aria-hidden />} onClick={() => void share()}>
                {m.compare_share()}
              </Button>
              <Button variant="default" left={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
                {m.compare_print()}
              </Button>
            </span>
          </div>
        )}
      </div>
      {columns.length > 0 && <Table view={view} />}
      {columns.length < maxComparedListings && <Add view={view} />}
    </div>
  );
}

async function share(): Promise<void> {
  const url = location.href;
  try {
    if (navigator.share) await navigator.share({ url, title: document.title });
    else {
      await navigator.clipboard.writeText(url);
      showToast({ kind: 'success', title: m.compare_copied(), id: 'compare-copied' });
    }
  } catch {
    // The visitor closed the share dialog without sharing, so there is no message.
  }
}

function Table({ view }: { view: CompareView }) {
  const { columns, groups } = view;
  return (
    <section className={classes.scroll} aria-label={m.compare_region()} tabIndex={-1}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              {columns.length < maxComparedListings && (
                <a href="#add" className={classes.add}>
                  <IconPlus size={16} aria-hidden />
                  {m.compare_add()}
                </a>
              )}
              {columns.length > 2 && <span className={classes.swipe}>{m.compare_swipe()}</span>}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                <Column column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.name}>
              <tr className={classes.group}>
                <th colSpan={columns.length + 1} scope="colgroup">
                  {group.name}
                </th>
              </tr>
              {group.rows.map((row) => (
                <Line key={row.key} row={row} columns={columns.length} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {view.only && groups.length === 0 && <p className={classes.same}>{m.compare_all_alike()}</p>}
    </section>
  );
}

function Column({ column }: { column: CompareColumnView }) {
  const kept = useComparedIds();
  const forget = () => {
    if (kept.includes(column.id)) toggleComparedListing(column.id);
  };
  return (
    <>
      <div className={classes.photo}>
        {column.picture && <ResponsivePicture picture={{ ...column.picture, alt: '' }} sizes="300px" className={classes.pic} />}
        <AppLink href={column.remove} className={classes.remove} aria-label={m.compare_remove({ title: column.title })} onClick={forget}>
          <IconX size={16} aria-hidden />
        </AppLink>
      </div>
      {column.href ? (
        <>
          <AppLink href={column.href} className={classes.title}>
            {column.title}
          </AppLink>
          <span className={classes.place}>{column.place}</span>
          <Button href={column.href} fullWidth className={classes.see}>
            {m.compare_see()}
          </Button>
        </>
      ) : (
        <>
          <span className={classes.title}>{column.title}</span>
          <span className={classes.taken}>{m.compare_taken()}</span>
        </>
      )}
    </>
  );
}

const Line = ({ row, columns }: { row: CompareRowView; columns: number }) => (
  <tr data-sum={row.sum || undefined}>
    <th scope="row">{row.name}</th>
    {row.cells.map((cell, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
      <td key={at} data-best={cell.best || undefined}>
        {cell.mark === 'yes' && <IconCheck size={18} className={classes.yes ?? ''} aria-hidden />}
        {cell.mark === 'no' && <IconMinus size={18} className={classes.no ?? ''} aria-hidden />}
        <span className={cell.mark === 'none' ? classes.quiet : cell.mark ? 'sr-only' : undefined}>{cell.text}</span>
        {cell.best && <span className="sr-only"> {m.compare_best()}</span>}
      </td>
    ))}
    {Array.from({ length: columns - row.cells.length }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
      <td key={`gone ${at}`} className={classes.quiet}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{m.compare_taken()}</span>
      </td>
    ))}
  </tr>
);

/** Adds a home by text search, or from the homes set aside earlier. */
function Add({ view }: { view: CompareView }) {
  const kept = useComparedIds().filter((id) => !view.ids.includes(id));
  const room = maxComparedListings - view.ids.length;
  return (
    <section className={classes.adding} id="add" aria-labelledby="add-title">
      <h2 id="add-title">{m.compare_add_title()}</h2>
      {kept.length > 0 && (
        <p>
          <AppLink href={buildCompareHref([...view.ids, ...kept.slice(0, room)], view.only)}>
            {m.compare_add_kept({ count: Math.min(kept.length, room) })}
          </AppLink>
        </p>
      )}
      <Form action="/property/compare" method="get" className={classes.search} preventScrollReset>
        {view.ids.length > 0 && <input type="hidden" name="ids" value={view.ids.join(',')} />}
        {view.only && <input type="hidden" name="diff" value="1" />}
        <TextField label={m.compare_add_words()} name="add" defaultValue={view.wanted} maxLength={200} required />
        <Button type="submit" left={<IconSearch size={16} aria-hidden />}>
          {m.compare_find()}
        </Button>
      </Form>
      {view.offered?.length === 0 && <p className={classes.quiet}>{m.compare_found_none()}</p>}
      {view.offered && view.offered.length > 0 && (
        <ul className={classes.offers}>
          {view.offered.map((offer) => (
            <li key={offer.id}>
              <span>
                <b>{offer.title}</b>
                <small>{offer.line}</small>
              </span>
              <Button variant="default" href={offer.href} aria-label={m.compare_add_one({ title: offer.title })}>
                {m.compare_add_short()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
