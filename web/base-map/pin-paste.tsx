import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type LatLng, readPastedLocation } from '#contract/map/pasted-location.ts';
import { IconCurrentLocation } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './map.module.css';

const problems = {
  short_link: m.property_pin_paste_short,
  abroad: m.property_pin_paste_abroad,
  unreadable: m.property_pin_paste_unreadable,
} as const;
const nairobi: LatLng = { lat: -1.2864, lng: 36.8172 };

/** Sets the pin from a pasted location (Google Maps, WhatsApp, coordinates, Plus Code) or from the phone's GPS. */
export function PinPasteField({ near, onSpot }: { near: LatLng | null; onSpot: (spot: LatLng) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const take = (given: string) => {
    setText(given);
    const found = given.trim() === '' ? null : readPastedLocation(given, near ?? nairobi);
    setProblem(found && 'problem' in found ? problems[found.problem]() : null);
    if (found && !('problem' in found)) onSpot(found);
  };
  const locate = () => {
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        take(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`);
      },
      () => {
        setAsking(false);
        setProblem(m.property_pin_paste_no_gps());
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <div className={classes.paste}>
      <TextInput
        label={m.property_pin_paste()}
        description={m.property_pin_paste_help()}
        placeholder="https://maps.google.com/?q=-1.2921,36.7856"
        value={text}
        onChange={(e) => take(e.currentTarget.value)}
        error={problem}
        maxLength={2000}
        autoComplete="off"
      />
      <Button variant="default" leftSection={<IconCurrentLocation size={16} aria-hidden />} loading={asking} onClick={locate}>
        {m.property_pin_paste_gps()}
      </Button>
    </div>
  );
}
