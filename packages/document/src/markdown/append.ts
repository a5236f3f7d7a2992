/** Appends without spreading, which fails for long lists. */
export function append<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}
