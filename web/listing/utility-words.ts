import { powerTypeNames, waterSourceNames } from '#contract/listing/labels.ts';

const named = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;
export const waterText = (kinds: readonly string[]) => kinds.map((kind) => named(waterSourceNames, kind)).join(', ');
export const powerText = (kind: string) => named(powerTypeNames, kind);
