import { useState } from 'react';
import { type Permission, type PermissionDocument, permissionActions } from '#contract/access/documents.ts';
import { areasWithoutDocument, type DocumentGroup, documentGroups } from '#contract/access/groups.ts';
import { areaWithoutDocumentLabels, permissionActionLabels, permissionDocumentLabels } from '#contract/access/labels.ts';
import { menuGroupTitles } from '#web/layout/titles.ts';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';

export type PermissionMatrixProps = {
  readonly value: ReadonlySet<Permission>;
  /** The permissions the user may switch here; the others are shown locked. */
  readonly grantable: ReadonlySet<Permission>;
  /** Absent: read only. */
  readonly onChange?: ((next: ReadonlySet<Permission>) => void) | undefined;
};

const all = (documents: readonly PermissionDocument[]): Permission[] => documents.flatMap((d) => permissionActions.map((a) => `${d}.${a}` as const));

const beneath = (document: PermissionDocument) =>
  areasWithoutDocument.filter(({ under }) => under === document).map(({ what }) => areaWithoutDocumentLabels[what]());
const namesOf = (document: PermissionDocument) => [permissionDocumentLabels[document](), ...beneath(document)];

const findMatchingGroups = (text: string) =>
  (Object.entries(documentGroups) as [DocumentGroup, readonly PermissionDocument[]][])
    .map(([group, documents]) => ({ group, documents: documents.filter((d) => namesOf(d).some((name) => name.toLowerCase().includes(text))) }))
    .filter(({ documents }) => documents.length > 0);

/** Documents are rows, the four actions columns; a heading, a document or an action switches everything under it. */
export function PermissionMatrix({ value, grantable, onChange }: PermissionMatrixProps) {
  const [search, setSearch] = useState('');
  const shown = findMatchingGroups(search.trim().toLowerCase());
  /** Switches all on when any is off, otherwise all off, like the header checkbox of a table. */
  const toggle = (some: readonly Permission[]) => {
    const mine = some.filter((p) => grantable.has(p));
    const on = mine.some((p) => !value.has(p));
    const next = new Set(value);
    for (const p of mine) on ? next.add(p) : next.delete(p);
    onChange?.(next);
  };
  const most = new Set([...grantable, ...value]).size;
  const documents = shown.flatMap((one) => one.documents);
  return (
    <>
      <div className={classes.bar}>
        <SearchInput
          value={search}
          onSearch={setSearch}
          wait={0}
          label={m.access_matrix_search()}
          placeholder={m.access_matrix_search_hint()}
          clearLabel={m.shell_filter_remove()}
        />
        <span className={classes.quiet}>{m.access_matrix_count({ count: value.size, most })}</span>
      </div>
      <div className={classes.matrix}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.access_matrix_what()}</th>
              {permissionActions.map((action) => (
                <th key={action} scope="col">
                  <Whole
                    label={m.access_matrix_column({ action: permissionActionLabels[action]() })}
                    toggle={onChange && (() => toggle(documents.map((d) => `${d}.${action}` as const)))}
                  >
                    {permissionActionLabels[action]()}
                  </Whole>
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(({ group, documents: inGroup }) => (
            <tbody key={group}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={5}>
                  <Whole label={m.access_matrix_row({ document: menuGroupTitles[group]() })} toggle={onChange && (() => toggle(all(inGroup)))}>
                    {menuGroupTitles[group]()}
                  </Whole>
                </th>
              </tr>
              {inGroup.flatMap((document) => [
                <tr key={document}>
                  <th scope="row">
                    <Whole
                      label={m.access_matrix_row({ document: permissionDocumentLabels[document]() })}
                      toggle={onChange && (() => toggle(all([document])))}
                    >
                      {permissionDocumentLabels[document]()}
                    </Whole>
                  </th>
                  {permissionActions.map((action) => {
                    const permission = `${document}.${action}` as const;
                    return (
                      <td key={action}>
                        <label className={classes.hit}>
                          <input
                            type="checkbox"
                            className={classes.box}
                            aria-label={m.access_matrix_cell({
                              action: permissionActionLabels[action](),
                              document: permissionDocumentLabels[document](),
                            })}
                            checked={value.has(permission)}
                            disabled={!onChange || !grantable.has(permission)}
                            onChange={() => toggle([permission])}
                          />
                        </label>
                      </td>
                    );
                  })}
                </tr>,
                ...beneath(document).map((name) => (
                  <tr key={name} className={classes.beneath}>
                    <th scope="row">
                      {name}
                      <small>{m.access_beneath({ document: permissionDocumentLabels[document]() })}</small>
                    </th>
                    {permissionActions.map((action) => (
                      <td key={action}>{value.has(`${document}.${action}`) ? m.access_mandate_yes() : m.access_mandate_no()}</td>
                    ))}
                  </tr>
                )),
              ])}
            </tbody>
          ))}
        </table>
        {shown.length === 0 && <p className={classes.hit}>{m.access_matrix_none()}</p>}
      </div>
      {onChange && <p className={classes.quiet}>{m.access_matrix_lacks()}</p>}
    </>
  );
}

/** A heading that switches its row or column; plain text when read-only. */
const Whole = ({ label, toggle, children }: { label: string; toggle: (() => void) | undefined; children: string }) =>
  toggle ? (
    <button type="button" className={classes.all} aria-label={label} title={label} onClick={toggle}>
      {children}
    </button>
  ) : (
    children
  );
