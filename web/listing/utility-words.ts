import { powerTypeNames, waterSourceNames } from '#contract/listing/labels.ts';

const named = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;
export const waterSourcesText = (kinds: readonly string[]) => kinds.map((kind) => named(waterSourceNames, kind)).join(', ');
export const powerTypesText = (kind: string) => named(powerTypeNames, kind);
