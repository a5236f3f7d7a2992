import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { TranslationRow } from './translations.store.ts';

/** A translation as a member of its organization meets it who may see its source. */
export interface TranslationSubject extends TranslationRow {
  readonly organizationRole: Role | null;
}

/** Whoever sees a space sees its translations; what costs money is an administrator's to begin. */
export const translationPolicy = policy<TranslationSubject>()('translation', {
  view: () => true,
  edit: (translation) => translation.organizationRole === 'admin',
});
