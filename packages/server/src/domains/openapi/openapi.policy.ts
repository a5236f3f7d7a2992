import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';
import type { SpecRow } from './openapi.store.ts';

/** A specification as a member of its organization meets it. */
export interface SpecSubject extends SpecRow {
  readonly organizationRole: Role | null;
}

/** Members see all specifications; whoever may make one may also change it. Guests see what sites show of them. */
export const specPolicy = policy<SpecSubject>()('OpenAPI specification', {
  view: (spec) => atLeast(spec.organizationRole, 'read'),
  edit: (spec) => atLeast(spec.organizationRole, 'create'),
});
