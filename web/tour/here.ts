/** Where this device is, or null where it does not know or may not say. */
export const here = (): Promise<{ lat: number; lng: number } | null> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) done(null);
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude }),
        () => done(null),
        { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
      );
  });
