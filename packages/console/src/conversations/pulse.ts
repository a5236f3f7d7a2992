const RECENT_WEEKS = 4;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Whether a question is asked more or less often in the last four weeks than in the four before. */
export const trendOf = (weekly: readonly number[]): 'up' | 'down' | 'steady' => {
  const [recent, before] = [
    sum(weekly.slice(-RECENT_WEEKS)),
    sum(weekly.slice(-2 * RECENT_WEEKS, -RECENT_WEEKS)),
  ];
  if (recent > before * 1.2) return 'up';
  return recent < before * 0.8 ? 'down' : 'steady';
};

/** The heights of bars, between 0 and 1. */
export const heightsOf = (weekly: readonly number[]): number[] => {
  const most = Math.max(1, ...weekly);
  return weekly.map((count) => count / most);
};

const NAMES: Readonly<Record<string, string>> = { api: 'API', email: 'E-mail' };

/** A source of conversations in words: the name of the integration that sent them. */
export const sourceName = (source: string): string => {
  const [, name = source] = /^integration:([^:]+):/.exec(source) ?? [];
  return NAMES[name] ?? name;
};
