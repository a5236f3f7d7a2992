/** An operation of the API, with the sources of the console that call it. */
export interface OperationUse {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly places: readonly string[];
}

/** Why the console does not call certain operations, by `operationId` or by the beginning of the path. */
export type Reasons = Readonly<Record<string, string>>;

/** The reason for an operation that no screen calls. */
export const reasonOf = (reasons: Reasons, { operationId, path }: OperationUse): string | undefined =>
  reasons[operationId] ?? Object.entries(reasons).find(([start]) => path.startsWith(start))?.[1];

const byTag = (uses: readonly OperationUse[]): readonly (readonly [string, readonly OperationUse[]])[] => {
  const tags = [...new Set(uses.map(({ tag }) => tag))].sort();
  return tags.map((tag) => [tag, uses.filter((use) => use.tag === tag)]);
};

/** The text of `operations.txt`: every operation with the sources that call it, or why none does. */
export const describePlaces = (uses: readonly OperationUse[], reasons: Reasons): string => {
  const line = (use: OperationUse): string => {
    const place =
      use.places.length > 0 ? use.places.join(', ') : `none: ${reasonOf(reasons, use) ?? 'no screen yet'}`;
    return `  ${use.operationId}  ${use.method} ${use.path}\n    ${place}`;
  };
  const open = uses.filter((use) => use.places.length === 0 && !reasonOf(reasons, use)).length;
  return [
    `${uses.length} operations, ${open} of them without a screen yet`,
    ...byTag(uses).flatMap(([tag, ofTag]) => [tag, ...ofTag.map(line)]),
    '',
  ].join('\n');
};
