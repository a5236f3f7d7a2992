/** A resource with the scopes that it has. */
export interface ScopeRow {
  readonly resource: string;
  readonly title: string;
  readonly scopes: readonly string[];
}

const TITLES: Readonly<Record<string, string>> = {
  collection: 'Collections',
  conversation: 'Conversations',
  integration: 'Integrations',
  notification: 'Notifications',
  'oidc-provider': 'OpenID Connect providers',
  openapi: 'OpenAPI specifications',
  organization: 'Organizations and their members',
  'saml-provider': 'SAML providers',
  site: 'Sites',
  space: 'Spaces and their content',
  team: 'Teams',
  translation: 'Translations and the glossary',
  user: 'Your account and its tokens',
  webhook: 'Webhooks',
};

const resourceOf = (scope: string): string => scope.slice(0, scope.lastIndexOf(':'));

/** What a scope allows: `read` or `write`. */
export const actionOf = (scope: string): string => scope.slice(scope.lastIndexOf(':') + 1);

/** Scopes by their resources. */
export const scopeRows = (scopes: readonly string[]): readonly ScopeRow[] =>
  [...new Set(scopes.map(resourceOf))].map((resource) => ({
    resource,
    title: TITLES[resource] ?? resource,
    scopes: scopes.filter((scope) => resourceOf(scope) === resource),
  }));
