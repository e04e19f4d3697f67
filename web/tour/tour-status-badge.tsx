import { ToneBadge } from '#web/ui/status.tsx';
import { type TourStatus, tourStatusNames } from './labels.ts';

export const TourStatusBadge = ({ of }: { of: TourStatus }) => <ToneBadge tone={tourStatusNames[of].tone}>{tourStatusNames[of].label()}</ToneBadge>;
