/**
 * What a door is known by: two units of one property may not read alike. "A101", "a 101" and "101" in block A are one door; "101" in block
 * A and "101" in block B are two, and so are "Shop 1" in each. A name that begins with its letters (A101) says its block itself.
 * `app.door_key` says the same in the database; a test compares them.
 */
const squeezed = (text: string) => text.toLowerCase().replace(/[\s._/-]+/g, '');

export function doorKey(block: string, name: string): string {
  const door = squeezed(name) || name.toLowerCase();
  const of = squeezed(block);
  if (of === '' || /^[a-z]{1,2}[0-9]/.test(door)) return door;
  return /^[a-z]{1,2}$/.test(of) && /^[0-9]/.test(door) ? of + door : `${of} ${door}`;
}
