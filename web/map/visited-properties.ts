/** The properties this browser has opened from the map, the newest last. */
const key = 'makao.seen';
const most = 300;

const read = (): number[] => {
  try {
    return (localStorage.getItem(key) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => id > 0);
  } catch {
    // Without storage nothing counts as visited.
    return [];
  }
};

export const wasPropertyVisited = (property: number): boolean => read().includes(property);

export function markPropertyVisited(property: number): void {
  if (property <= 0) return;
  try {
    localStorage.setItem(key, [...read().filter((id) => id !== property), property].slice(-most).join(','));
  } catch {
    // Storage is blocked, so nothing is remembered.
  }
}
