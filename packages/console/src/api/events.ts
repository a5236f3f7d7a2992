import { urlOf } from './client.ts';
import type { PathOf } from './operations.ts';

/** Follows an operation that sends server-sent events. */
export const openEvents = (path: PathOf<'GET'>): EventSource => new EventSource(urlOf(path, {}));
