import { ToneBadge } from '#web/ui/status.tsx';
import { statusNames, type TourStatus } from './labels.ts';

export const TourStatusBadge = ({ of }: { of: TourStatus }) => <ToneBadge tone={statusNames[of].tone}>{statusNames[of].label()}</ToneBadge>;
