/**
 * What a screen reads from its address, without everything else: the router would keep a value that was not taken, such as a
 * period that does not exist, as if it were one of the screen.
 */
export const validSearch =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
