import type { SamlStatement } from '../../../kernel/saml.ts';

/** The result of a test of an identity provider, which signs nobody in. */
export interface SignInTest {
  readonly kind: 'saml' | 'oidc';
  readonly provider: { readonly id: string; readonly organization_id: string; readonly label: string };
  /** Who would be signed in. */
  readonly person?: { readonly email: string; readonly displayName: string | undefined };
  /** Why the sign-in would fail. */
  readonly problem?: string;
  /** The exact answer of the provider, if it refused. */
  readonly detail?: string;
  /** What the provider answered. */
  readonly statements: readonly SamlStatement[];
}

/** The end of a sign-in: the URL of a sign-in link, or the result of a test. */
export type SignInEnd = { readonly url: string } | { readonly test: SignInTest };
