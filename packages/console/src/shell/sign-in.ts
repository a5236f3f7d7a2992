/** The sign-in page that leads back to an address of the console. */
export const signInUrl = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/login?to=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
