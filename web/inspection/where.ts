type Spot = { readonly lat: number; readonly lng: number; readonly accuracy_m: number };

/** Where this phone is, by its own word; undefined where it does not say. */
export const spotNow = (maximumAge = 0, timeout = 20_000): Promise<Spot | undefined> =>
  new Promise((done) => {
    if (!navigator.geolocation) return done(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude, accuracy_m: coords.accuracy }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout, maximumAge },
    );
  });

/** The same for a photo: asked of a phone that may say already, and not waited for long. */
export async function knownSpot(): Promise<Spot | undefined> {
  const allowed = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return allowed?.state === 'granted' ? spotNow(60_000, 3000) : undefined;
}
