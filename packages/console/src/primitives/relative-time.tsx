const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** A time relative to now, such as "3 days ago". */
export const relativeTime = (time: Date, now: Date): string => {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? [undefined, 0];
  return unit ? format.format(Math.round(seconds / length), unit) : 'just now';
};

/** A time relative to now, with the exact time as its title. */
export const RelativeTime = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={exact.format(new Date(time))}>
    {relativeTime(new Date(time), new Date())}
  </time>
);
