import { href } from '#contract/kernel/screen.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import type { OutstandingPolicy } from '#contract/policy/shapes.ts';
import { useApp } from '#web/layout/app.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './agree-prompt.module.css';

/** "Later" holds for this tab: the next sign-in asks again. */
const laterKey = 'makao.agree-later';
export const isPolicyConsentPostponed = (): boolean => {
  try {
    return sessionStorage.getItem(laterKey) !== null;
  } catch {
    return false;
  }
};
export const postponePolicyConsent = (): void => {
  try {
    sessionStorage.setItem(laterKey, '1');
  } catch {
    // A browser that blocks storage asks again on the next page.
  }
};

/** The policies to read before agreeing. */
export function OutstandingPolicyList({ policies }: { policies: readonly OutstandingPolicy[] }) {
  const { locale } = useApp();
  return (
    <ul className={classes.list}>
      {policies.map((p) => (
        <li key={p.id}>
          <AppLink href={`${href(policyPublicScreens.read, { id: p.id, slug: p.slug })}?version=${p.version}`} target="_blank">
            {(locale === 'sw' && p.title_sw) || p.title}
          </AppLink>
          <small>
            {m.policy_public_version({ version: p.version })}, {m.dashboard_agree_from({ date: formatDate(p.effective_from, locale) })}
          </small>
          {((locale === 'sw' && p.summary_sw) || p.summary) && <p>{(locale === 'sw' && p.summary_sw) || p.summary}</p>}
        </li>
      ))}
    </ul>
  );
}
