import { API_PREFIX } from './contract/mount.ts';

/** Makes the addresses that objects carry. */
export interface Links {
  /** Where the API has an object. */
  readonly location: (path: string) => string;
  /** Where people meet it. */
  readonly app: (path: string) => string;
  /** Where browsers get bytes. */
  readonly bytes: (path: string) => string;
}

/** Links below the server's public address, which may be known only once it listens. */
export const createLinks = (publicUrl: () => string): Links => ({
  location: (path) => publicUrl() + API_PREFIX + path,
  app: (path) => `${publicUrl()}/app${path}`,
  bytes: (path) => publicUrl() + path,
});
