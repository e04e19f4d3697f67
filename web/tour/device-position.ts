/** The position of this device, or null if it is unknown or not allowed. */
export const readDevicePosition = (): Promise<{ lat: number; lng: number } | null> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) done(null);
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude }),
        () => done(null),
        { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
      );
  });
