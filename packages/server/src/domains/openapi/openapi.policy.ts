import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';
import type { SpecRow } from './openapi.store.ts';

/** A specification with the caller's role in its organization. */
export interface SpecSubject extends SpecRow {
  readonly organizationRole: Role | null;
}

/** Members see all specifications, creators edit them; guests see them on sites only. */
export const specPolicy = policy<SpecSubject>()('OpenAPI specification', {
  view: (spec) => atLeast(spec.organizationRole, 'read'),
  edit: (spec) => atLeast(spec.organizationRole, 'create'),
});
