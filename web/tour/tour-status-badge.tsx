import { ToneBadge } from '#web/ui/status.tsx';
import { type Status, statusNames } from './labels.ts';

export const TourStatusBadge = ({ of }: { of: Status }) => <ToneBadge tone={statusNames[of].tone}>{statusNames[of].label()}</ToneBadge>;
