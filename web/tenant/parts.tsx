import type { ExistingTenant } from '#contract/tenant/calls.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './tenant.module.css';

export const TenantTags = ({ of }: { of: readonly string[] }) => (
  <span className={classes.tags}>
    {of.map((tag) => (
      <span key={tag} className={classes.tag}>
        {tag}
      </span>
    ))}
  </span>
);

const ways = { phone: m.tenant_known_phone, email: m.tenant_known_email, account: m.tenant_known_account } as const;

/** "This is Asha Wanjiru, with you since …": warns about an existing tenant record before a second one is created. */
export function KnownTenantNote({ known }: { known: readonly ExistingTenant[] }) {
  const { link } = useDashboard();
  return known.map(({ id, code, name, status, since, by }) => (
    <Note key={id} tone="guard">
      {ways[by]({ name, date: formatDate(since), status: getStatusLabel('tenant', status) })}{' '}
      <AppLink href={link('tenant.detail', { id, code })}>{m.tenant_known_open({ name })}</AppLink>
    </Note>
  ));
}
