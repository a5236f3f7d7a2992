/** Scripts that are kept away from others: those that did harm, and those that may have. */
export interface Apart {
  /** The process apart that a script runs in; undefined where it runs with others. */
  placeOf(id: string): string | undefined;
  /** Whether it is apart because it did harm, not because it may have. */
  isConvicted(id: string): boolean;
  /** One of these did harm, and nobody knows which: each is alone from now on, so that the next time names the one. */
  suspect(ids: readonly string[]): void;
  /** It was this one. */
  convict(id: string): void;
  /** It did an event as it should. */
  noteGood(id: string): void;
}

interface Kept {
  readonly place: string | undefined;
  readonly isConvicted: boolean;
  readonly until: number;
  /** How often it was put apart: it stays twice as long each time. */
  readonly times: number;
  readonly isGood: boolean;
}

const MINUTE = 60_000;
const SUSPECTED_MS = 2 * MINUTE;
const CONVICTED_MS = 10 * MINUTE;
const LONGEST_MS = 24 * 60 * MINUTE;
/** So long after it was let back it is still known how often it was apart. */
const REMEMBERED_MS = 60 * MINUTE;
/** When there are more of them they share: nobody can fill the machine with processes. */
const PLACES = {
  suspected: ['apart 0', 'apart 1', 'apart 2', 'apart 3', 'apart 4', 'apart 5', 'apart 6', 'apart 7'],
  convicted: ['quarantine 0', 'quarantine 1', 'quarantine 2', 'quarantine 3'],
} as const;

/** Keeps scripts apart for a while, and lets those back that behave. */
export const createApart = (now: () => number = Date.now): Apart => {
  const kept = new Map<string, Kept>();

  /** The place that the fewest have of those that are to be told from each other, and then the fewest at all. */
  const freest = (places: readonly string[], rivals: ReadonlySet<string>): string => {
    const weights = new Map(places.map((place) => [place, 0]));
    for (const [id, { place }] of kept)
      if (place && weights.has(place))
        weights.set(place, weights.get(place)! + (rivals.has(id) ? kept.size + 1 : 1));
    return places.reduce((best, place) => (weights.get(place)! < weights.get(best)! ? place : best));
  };

  const put = (ids: readonly string[], isGuilty: (before: Kept | undefined) => boolean): void => {
    forgetOld();
    const before = new Map(ids.map((id) => [id, kept.get(id)]));
    for (const id of ids) kept.delete(id);
    for (const id of ids) {
      const found = before.get(id);
      const isConvicted = isGuilty(found);
      const times = (found?.times ?? 0) + 1;
      const forMs = (isConvicted ? CONVICTED_MS : SUSPECTED_MS) * 2 ** (times - 1);
      kept.set(id, {
        place: freest(isConvicted ? PLACES.convicted : PLACES.suspected, new Set(ids)),
        isConvicted,
        until: now() + Math.min(forMs, LONGEST_MS),
        times,
        isGood: false,
      });
    }
  };

  const forgetOld = (): void => {
    for (const [id, { until }] of kept) if (until + REMEMBERED_MS < now()) kept.delete(id);
  };

  return {
    placeOf: (id) => {
      const found = kept.get(id);
      if (!found?.place || !found.isGood || now() < found.until) return found?.place;
      kept.set(id, { ...found, place: undefined, isConvicted: false });
      return undefined;
    },
    isConvicted: (id) => kept.get(id)?.isConvicted ?? false,
    // Whoever did harm before stays among those who did.
    suspect: (ids) => put(ids, (before) => before?.isConvicted ?? false),
    convict: (id) => put([id], () => true),
    noteGood: (id) => {
      const found = kept.get(id);
      if (found?.place) kept.set(id, { ...found, isGood: true });
    },
  };
};
