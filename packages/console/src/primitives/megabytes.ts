const MEGABYTE = 1024 * 1024;

/** A number of bytes in words. */
export const megabytes = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
