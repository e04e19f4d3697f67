import { Button, Checkbox, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type AgentProfile, agentsCalls } from '#contract/agents/calls.ts';
import { agentLanguages, agentProfileLimits, agentSpecialities } from '#contract/agents/kinds.ts';
import { agentSpecialityLabels } from '#contract/agents/labels.ts';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { clock } from '#contract/time/clock.ts';
import { yearOf } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { LocationPicker } from '#web/location/picker.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Chip } from '#web/ui/public/chip.tsx';
import { m } from '#words/messages.js';
import classes from './agents.module.css';

/** The public profile of the signed-in agent. */
export function PublicProfileForm() {
  const found = useCall(agentsCalls.profile, {});
  if (!found.data) return <LoadingState answer={found} />;
  return <ProfileForm key={found.data.id} profile={found.data} />;
}

const draftOf = ({ bio, bio_sw, languages, specialities, since, places }: AgentProfile) => ({ bio, bio_sw, languages, specialities, since, places });
type Draft = ReturnType<typeof draftOf>;

function ProfileForm({ profile }: { profile: AgentProfile }) {
  const form = useForm(agentsCalls.saveProfile, {
    saved: profile,
    from: draftOf,
    given: (values, { revision }) => ({ ...values, places: values.places.map((place) => place.id), revision }),
    stays: true,
    said: () => m.said_profile(),
  });
  const { values: draft, set, problems } = form;
  return (
    <Panel
      title={m.agents_profile()}
      right={
        profile.slug ? (
          <AppLink href={href(agentsPublicScreens.public, { id: profile.id, slug: profile.slug })}>{m.agents_profile_see()}</AppLink>
        ) : null
      }
    >
      <form noValidate className={classes.profile} onSubmit={form.submit}>
        <p className={classes.quiet}>{profile.slug ? m.agents_profile_text() : m.agents_profile_waiting()}</p>
        <EditConflictDialog
          form={form}
          spoken={spoken}
          labels={{
            bio: m.agents_profile_bio(),
            bio_sw: m.agents_profile_bio_sw(),
            languages: m.agents_languages(),
            specialities: m.agents_specialities(),
            since: m.agents_profile_since(),
            places: m.agents_areas(),
          }}
        />
        {(['bio', 'bio_sw'] as const).map((name) => (
          <Textarea
            key={name}
            label={name === 'bio' ? m.agents_profile_bio() : `${m.agents_profile_bio_sw()} ${m.shell_optional()}`}
            description={name === 'bio' ? m.agents_profile_bio_help() : m.agents_profile_bio_sw_help()}
            value={draft[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
            error={problems[name]}
            maxLength={agentProfileLimits.bio}
            minRows={4}
            autosize
          />
        ))}
        <Checkbox.Group
          label={m.agents_specialities()}
          value={draft.specialities}
          onChange={(chosen) =>
            set(
              'specialities',
              agentSpecialities.filter((code) => chosen.includes(code)),
            )
          }
          error={problems.specialities}
        >
          <div className={classes.choices}>
            {agentSpecialities.map((code) => (
              <Checkbox key={code} value={code} label={agentSpecialityLabels[code]()} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox.Group
          label={m.agents_languages()}
          value={draft.languages}
          onChange={(chosen) =>
            set(
              'languages',
              agentLanguages.filter((name) => chosen.includes(name)),
            )
          }
          error={problems.languages}
        >
          <div className={classes.choices}>
            {agentLanguages.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <Places places={draft.places} set={(places) => set('places', places)} error={problems.places} />
        <NumberInput
          label={`${m.agents_profile_since()} ${m.shell_optional()}`}
          value={draft.since ?? ''}
          onChange={(year) => set('since', typeof year === 'number' ? year : null)}
          error={problems.since}
          min={agentProfileLimits.since}
          max={yearOf(clock.today())}
          allowDecimal={false}
          hideControls
          maw={160}
        />
        <div>
          <Button type="submit" loading={form.busy} disabled={!form.changed}>
            {m.agents_profile_save()}
          </Button>
        </div>
      </form>
      <UnsavedChangesGuard form={form} name={m.agents_profile()} />
    </Panel>
  );
}

/** Names instead of records and codes. */
const spoken = (name: keyof Draft, { specialities, places }: Draft) => {
  if (name === 'specialities') return specialities.map((code) => agentSpecialityLabels[code]()).join(', ');
  return name === 'places' ? places.map((place) => place.name).join(', ') : undefined;
};

function Places({ places, set, error }: { places: Draft['places']; set: (places: Draft['places']) => void; error: string | undefined }) {
  // A new key resets the field after each choice.
  const [round, setRound] = useState(0);
  const full = places.length >= agentProfileLimits.places;
  return (
    <div>
      {full ? (
        <p className={classes.quiet}>{m.agents_profile_places_full({ count: agentProfileLimits.places })}</p>
      ) : (
        <LocationPicker
          key={round}
          label={m.agents_areas()}
          description={m.agents_profile_places_help()}
          kinds={['county', 'sub_county', 'ward', 'estate']}
          value={null}
          error={error}
          onChange={(id, place) => {
            if (id === null || !place) return;
            if (!places.some((one) => one.id === id)) set([...places, { id, kind: place.kind, name: place.name }]);
            setRound((n) => n + 1);
          }}
        />
      )}
      {places.length > 0 && (
        <div className={classes.chosen}>
          {places.map((place) => {
            const remove = () => set(places.filter((one) => one.id !== place.id));
            return (
              <Chip key={place.id} on onClick={remove} remove={{ label: m.agents_profile_place_remove({ name: place.name }), onClick: remove }}>
                {place.name}
              </Chip>
            );
          })}
        </div>
      )}
    </div>
  );
}
