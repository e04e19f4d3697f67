import type { Day } from '#contract/time/days.ts';

export const monthNames = {
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  sw: ['Januari', 'Februari', 'Machi', 'Aprili', 'Mei', 'Juni', 'Julai', 'Agosti', 'Septemba', 'Oktoba', 'Novemba', 'Desemba'],
} as const;

/** A day as an agreement writes it, in both languages. */
export const formatLongDay = (day: Day): { readonly en: string; readonly sw: string } => {
  const [year = '', month = '', date = ''] = day.split('-');
  const n = Number(month) - 1;
  return { en: `${Number(date)} ${monthNames.en[n]} ${year}`, sw: `${Number(date)} ${monthNames.sw[n]} ${year}` };
};
