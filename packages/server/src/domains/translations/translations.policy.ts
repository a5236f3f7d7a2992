import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { TranslationRow } from './translations.store.ts';

/** A translation, with the role of the caller in its organization. */
export interface TranslationSubject extends TranslationRow {
  readonly organizationRole: Role | null;
}

/** Readers of a space can see its translations; only administrators can edit and run them, since engines cost money. */
export const translationPolicy = policy<TranslationSubject>()('translation', {
  view: () => true,
  edit: (translation) => translation.organizationRole === 'admin',
});
