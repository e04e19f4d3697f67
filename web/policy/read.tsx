import { data, type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { href } from '#contract/kernel/screen.ts';
import { messages } from '#contract/messages.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { loadCall } from '#web/client/load.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import type { loader as frameLoader } from '#web/layout/public-layout.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPrinter } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ProseHtml } from '#web/ui/public/prose.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import classes from './read.module.css';

export const handle = makeScreenHandle(policyPublicScreens.read, m.screens_policy_read);

/** The id finds the policy and the slug must match it: a half-correct address is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const missing = () => data({ error: 'Not Found', message: messages.itemNotFound.en }, { status: 404 });
  const id = Number(params.id);
  if (!Number.isSafeInteger(id) || id < 1) throw missing();
  // A published version stays readable, since people agreed to it. The address of the version in force names no version.
  const asked = new URL(request.url).searchParams.get('version');
  if (asked !== null && !/^[1-9]\d{0,3}$/.test(asked)) throw missing();
  const [policy, versions] = await Promise.all([
    loadCall(context, policyCalls.details, { id, ...(asked === null ? {} : { version: Number(asked) }) }),
    loadCall(context, policyCalls.listPublishedVersions, { id, page: 1, page_size: 100 }),
  ]);
  if (policy.slug !== params.slug) throw missing();
  const { slug, title, title_sw, body, body_sw, version, effective_from, updated_at, announced } = policy;
  return {
    policy: { id, slug, title, title_sw, body, body_sw, version, effective_from, updated_at, announced },
    asked: asked !== null,
    versions: versions.results,
    page: { title, description: `${title}, ${m.policy_public_version({ version })}` },
  };
}

export default function ReadPolicy() {
  const { policy, versions, asked } = useLoaderData<typeof loader>();
  const frame = useRouteLoaderData<typeof frameLoader>('frame.public');
  const { locale } = useApp();
  const alive = useIsMounted();
  const inSwahili = locale === 'sw' && policy.body_sw !== '';
  const others = (frame?.policies ?? []).filter((p) => p.id !== policy.id);
  return (
    <div className={`wrap ${classes.page}`}>
      <article lang={inSwahili ? 'sw' : 'en'}>
        <header className={classes.head}>
          <h1>{(inSwahili && policy.title_sw) || policy.title}</h1>
          <p className={classes.meta}>
            <span>{m.policy_public_version({ version: policy.version })}</span>
            <span>{m.policy_public_in_force({ date: formatDate(policy.effective_from, locale) })}</span>
            <span>{m.policy_public_updated({ date: formatDate(policy.updated_at, locale) })}</span>
          </p>
          <p className={`no-print ${classes.tools}`}>
            {policy.body_sw !== '' && (
              <a href={`?lang=${inSwahili ? 'en' : 'sw'}`} lang={inSwahili ? 'en' : 'sw'}>
                {m.policy_public_read_other_language()}
              </a>
            )}
            {alive && (
              <Button variant="subtle" tone="gray" left={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
                {m.policy_public_print()}
              </Button>
            )}
          </p>
        </header>
        <Standing policy={policy} asked={asked} />
        {locale === 'sw' && !inSwahili && <Note>{m.policy_public_english_only()}</Note>}
        <ProseHtml html={inSwahili ? policy.body_sw : policy.body} />
      </article>
      <div className={`no-print ${classes.side}`}>
        {versions.length > 1 && (
          <nav className={classes.others} aria-labelledby="policy-versions">
            <h2 id="policy-versions">{m.policy_public_versions()}</h2>
            <ul>
              {versions.map((v) => (
                <li key={v.version}>
                  <AppLink
                    href={`${href(policyPublicScreens.read, policy)}?version=${v.version}`}
                    {...(v.version === policy.version ? { 'aria-current': 'page' } : {})}
                  >
                    {m.policy_public_version({ version: v.version })}
                  </AppLink>
                  , {m.policy_public_in_force({ date: formatDate(v.effective_from, locale) })}
                  {summaryOf(v, locale) && <p className={classes.summary}>{summaryOf(v, locale)}</p>}
                </li>
              ))}
            </ul>
          </nav>
        )}
        {others.length > 0 && (
          <nav className={classes.others} aria-labelledby="other-policies">
            <h2 id="other-policies">{m.policy_public_other()}</h2>
            <ul>
              {others.map((p) => (
                <li key={p.id}>
                  <AppLink href={href(policyPublicScreens.read, { id: p.id, slug: p.slug })}>{(locale === 'sw' && p.title_sw) || p.title}</AppLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  );
}

type Read = Pick<ReturnType<typeof useLoaderData<typeof loader>>['policy'], 'id' | 'slug' | 'version' | 'announced'>;

const summaryOf = (v: { summary: string; summary_sw: string }, locale: string): string => (locale === 'sw' && v.summary_sw) || v.summary;

/** An older version links to the one in force; the one in force links to an announced one. */
function Standing({ policy, asked }: { policy: Read; asked: boolean }) {
  const { locale } = useApp();
  const here = href(policyPublicScreens.read, policy);
  const { announced } = policy;
  if (asked)
    return (
      <Note>
        {m.policy_public_old({ version: policy.version })} <AppLink href={here}>{m.policy_public_current()}</AppLink>
      </Note>
    );
  if (!announced) return null;
  return (
    <Note>
      {m.policy_public_announced({ version: announced.version, date: formatDate(announced.effective_from, locale) })}{' '}
      <AppLink href={`${here}?version=${announced.version}`}>{m.policy_public_read_announced()}</AppLink>
    </Note>
  );
}
