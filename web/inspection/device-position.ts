type Spot = { readonly lat: number; readonly lng: number; readonly accuracy_m: number };

/** The position the phone reports; undefined if there is none. */
export const readCurrentPosition = (maximumAge = 0, timeout = 20_000): Promise<Spot | undefined> =>
  new Promise((done) => {
    if (!navigator.geolocation) return done(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude, accuracy_m: coords.accuracy }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout, maximumAge },
    );
  });

/** The position for a photo: only if the phone already allows it, and with a short timeout. */
export async function readPositionIfAllowed(): Promise<Spot | undefined> {
  const allowed = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return allowed?.state === 'granted' ? readCurrentPosition(60_000, 3000) : undefined;
}
