import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { careersCalls, type JobOpening } from '#contract/careers/calls.ts';
import { jobKindLabels } from '#contract/careers/labels.ts';
import { careersPublicScreens } from '#contract/careers/public.ts';
import { loadCall } from '#web/client/load.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { formatDate } from '#web/ui/format.ts';
import { IconBriefcase, IconChevronRight, IconMapPin } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { JobApplicationForm } from './apply-form.tsx';
import { VacancyBody } from './body.tsx';
import classes from './careers.module.css';

export const handle = makeScreenHandle(careersPublicScreens.public, m.screens_careers_public);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { results } = await loadCall(context, careersCalls.listOpenings, {});
  const asked = Number(new URL(request.url).searchParams.get('job'));
  const job = results.find((one) => one.id === asked) ?? null;
  return { results, job, page: { title: job ? job.title : m.screens_careers_public(), description: m.careers_lead() } };
}

/** The open vacancies; `?job=` shows one of them with the application form. */
export default function CareersPage() {
  const { results, job } = useLoaderData<typeof loader>();
  return <div className={`wrap ${classes.page}`}>{job ? <Job job={job} /> : <Jobs jobs={results} />}</div>;
}

function Jobs({ jobs }: { jobs: readonly JobOpening[] }) {
  return (
    <>
      <header className={classes.head}>
        <h1>{m.careers_title()}</h1>
        <p>{m.careers_lead()}</p>
      </header>
      <section aria-labelledby="jobs">
        <h2 id="jobs">{jobs.length > 0 ? m.careers_open_jobs() : m.careers_none()}</h2>
        {jobs.length === 0 && <p className={classes.quiet}>{m.careers_none_text()}</p>}
        <ul className={classes.jobs}>
          {jobs.map((job) => (
            <li key={job.id}>
              <AppLink className={classes.job} href={`/careers?job=${job.id}`}>
                <span className={classes.jobName}>{job.title}</span>
                <Facts job={job} />
                <IconChevronRight className={classes.arrow} size={20} aria-hidden />
              </AppLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Facts({ job }: { job: JobOpening }) {
  const { locale } = useApp();
  return (
    <span className={classes.facts}>
      <span>
        <IconBriefcase size={16} aria-hidden /> {[jobKindLabels[job.kind](), job.department].filter(Boolean).join(', ')}
      </span>
      {job.place && (
        <span>
          <IconMapPin size={16} aria-hidden /> {job.place}
        </span>
      )}
      <span>{job.closes_on ? m.careers_until({ date: formatDate(job.closes_on, locale) }) : m.careers_any_time()}</span>
    </span>
  );
}

function Job({ job }: { job: JobOpening }) {
  return (
    <div className={classes.one}>
      <article>
        <Button variant="subtle" tone="gray" href="/careers">
          {m.careers_all_jobs()}
        </Button>
        <h1>{job.title}</h1>
        <Facts job={job} />
        <VacancyBody text={job.body} />
      </article>
      <JobApplicationForm vacancy={job.id} key={job.id} />
    </div>
  );
}
