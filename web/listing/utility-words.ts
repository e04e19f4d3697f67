import { electricityTypeLabels, waterSourceLabels } from '#contract/listing/labels.ts';

const named = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;
export const formatWaterSources = (kinds: readonly string[]) => kinds.map((kind) => named(waterSourceLabels, kind)).join(', ');
export const formatPowerTypes = (kind: string) => named(electricityTypeLabels, kind);
