import { ToneBadge } from '#web/ui/status.tsx';
import { type Status, statusNames } from './words.ts';

export const Stage = ({ of }: { of: Status }) => <ToneBadge tone={statusNames[of].tone}>{statusNames[of].label()}</ToneBadge>;
