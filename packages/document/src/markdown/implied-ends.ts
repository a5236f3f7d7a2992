import { isContainerTag, readTagLine, tagShapes } from './tags.ts';

/** The container of each item, such as `tabs` of `tab`. */
const containers: ReadonlyMap<string, string> = new Map(
  Object.entries(tagShapes).flatMap(([name, { content }]) =>
    typeof content === 'object' && 'items' in content ? [[content.items, name] as const] : [],
  ),
);

interface Open {
  readonly name: string;
  /** The places of the ends that its items lack. */
  readonly ends: number[];
}

/**
 * The places before which the closing tag of an item is missing, with its name: an item ends where the next one of its
 * container starts, or where the container ends.
 */
export function impliedEnds(tags: readonly (string | undefined)[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const open: Open[] = [];
  const counts = new Map<string, number>();
  const pop = (): Open => {
    const last = open.pop()!;
    counts.set(last.name, counts.get(last.name)! - 1);
    return last;
  };
  for (const [at, source] of tags.entries()) {
    if (source === undefined) continue;
    const { name, rest } = readTagLine(source);
    if (isContainerTag(name)) {
      const container = containers.get(name);
      const parent = open.at(-2);
      if (container !== undefined && open.at(-1)?.name === name && parent?.name === container) {
        parent.ends.push(at);
        pop();
      }
      open.push({ name, ends: [] });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (name.startsWith('end') && rest === '' && counts.get(name.slice(3))) {
      let inner: Open | undefined;
      let last = pop();
      for (; last.name !== name.slice(3); last = pop()) inner = last;
      const item = inner && containers.get(inner.name) === last.name ? inner.name : undefined;
      if (item !== undefined) last.ends.push(at);
      // Only in a container with an end are its items certain.
      const [only] = [...containers].find(([, container]) => container === last.name) ?? [];
      for (const end of last.ends) found.set(end, only!);
    }
  }
  return found;
}
