import type { Principal } from '../auth/principal.ts';
import type { ApiError } from '../errors/errors.ts';
import type { JobDefinition } from '../jobs/jobs.ts';
import type { Contract, Handlers, PageResponse } from './operation.ts';
import type { VisitorResponse } from './site-tokens.ts';

/** Loads the object that path parameters name, with the permissions of the caller; undefined if it does not exist. */
export type SubjectLoader = (
  principal: Principal,
  params: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** A domain as the app mounts it: operations, subject loaders and jobs. */
export interface Domain {
  readonly name: string;
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, (input: never) => Promise<unknown>>>;
  /** Handlers for requests with a site token, also for operations of other domains. */
  readonly visitorHandlers?: Readonly<Record<string, (input: never) => Promise<VisitorResponse>>>;
  readonly subjects?: Readonly<Record<string, SubjectLoader>>;
  readonly jobs?: readonly JobDefinition[];
  /** The `WWW-Authenticate` header of its responses with status 401; the default is `Bearer`. */
  readonly challenge?: () => string;
  /** Renders an error of one of its pages for browsers. */
  readonly errorPage?: (error: ApiError) => PageResponse;
}

/** Declares a domain; every operation of its contract must have a handler. The type keeps the contract, for clients. */
export const domain = <C extends Contract>(
  parts: Omit<Domain, 'contract' | 'handlers'> & { contract: C; handlers: Handlers<C> },
): Omit<Domain, 'contract'> & { readonly contract: C } => parts;
