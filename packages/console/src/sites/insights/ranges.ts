/** The periods to choose from. */
export const PERIODS = [
  { id: 'week', label: 'Last 7 days', days: 7 },
  { id: 'month', label: 'Last 30 days', days: 30 },
  { id: 'quarter', label: 'Last 90 days', days: 90 },
  { id: 'year', label: 'Last 365 days', days: 365 },
] as const;

/** A period that insights show. */
export type Period = (typeof PERIODS)[number]['id'];

/** A range of a query. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days of a period until tonight in UTC, and as many days before them. */
export const rangesOf = (
  period: Period,
  now: Date,
): { readonly current: Range; readonly previous: Range } => {
  const end = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  const { days } = PERIODS.find(({ id }) => id === period)!;
  const at = (periods: number) => new Date(end - periods * days * DAY_MS).toISOString();
  return { current: { from: at(1), to: at(0) }, previous: { from: at(2), to: at(1) } };
};

/** The days of a range, such as `2026-11-19`. */
export const daysOf = ({ from, to }: Range): readonly string[] =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) }, (_, day) =>
    new Date(Date.parse(from) + day * DAY_MS).toISOString().slice(0, 10),
  );

/** The change from one number to another in words, such as `+12 %`; undefined if there was nothing before. */
export const changeOf = (now: number, before: number): string | undefined => {
  if (before === 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
};
