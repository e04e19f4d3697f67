import { m } from '#words/messages.js';

export const getCardLabels = () => ({ moveIn: m.portal_move_in_with(), compare: m.portal_compare() });
