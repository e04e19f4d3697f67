import { powerNames, waterNames } from '#contract/listing/labels.ts';

const named = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;
export const waterSaid = (kinds: readonly string[]) => kinds.map((kind) => named(waterNames, kind)).join(', ');
export const powerSaid = (kind: string) => named(powerNames, kind);
