import type { Principal } from '../auth/principal.ts';
import type { ApiError } from '../errors/errors.ts';
import type { JobDefinition } from '../jobs/jobs.ts';
import type { Contract, Handlers, PageResponse } from './operation.ts';
import type { VisitorResponse } from './visitors.ts';

/** Finds the thing that a path names, as the caller meets it; undefined when there is none. */
export type SubjectLoader = (
  principal: Principal,
  params: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** What a domain gives to the app: its operations, the things that permissions are checked on, and its jobs. */
export interface Domain {
  readonly name: string;
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, (input: never) => Promise<unknown>>>;
  /** What visitors of sites are answered, whosever operations these are. */
  readonly visitorHandlers?: Readonly<Record<string, (input: never) => Promise<VisitorResponse>>>;
  readonly subjects?: Readonly<Record<string, SubjectLoader>>;
  readonly jobs?: readonly JobDefinition[];
  /** The page that tells people why one of its pages, or a form on one, was refused. */
  readonly errorPage?: (error: ApiError) => PageResponse;
}

/** Puts a domain together; every operation of its contract must have a handler. */
export const domain = <C extends Contract>(
  parts: Omit<Domain, 'contract' | 'handlers'> & { contract: C; handlers: Handlers<C> },
): Domain => parts;
