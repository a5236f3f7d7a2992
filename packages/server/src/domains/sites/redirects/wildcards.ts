const WILDCARD = '*';

/** The sources that match a path, best first: the path itself and those below it, then wildcards after ever shorter beginnings. */
export const sourcesMatching = (path: string): string[] => [
  path,
  `${path}/${WILDCARD}`,
  ...Array.from({ length: path.length - 1 }, (_, at) => path.slice(0, path.length - at) + WILDCARD),
];

/** The part of a path that the wildcard of a source stands for; empty without a wildcard. */
export const capturedBy = (source: string, path: string): string =>
  source.endsWith(WILDCARD) ? path.slice(source.length - WILDCARD.length).replace(/^\//, '') : '';

/** A URL or path with more segments, before its query and fragment. */
export const withSegments = (target: string, segments: string): string => {
  if (segments === '') return target;
  const end = target.search(/[?#]|$/);
  return `${target.slice(0, end).replace(/\/$/, '')}/${segments}${target.slice(end)}`;
};
