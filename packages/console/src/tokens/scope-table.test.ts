import { describe, expect, test } from 'vitest';
import { scopeRows } from './scope-table.ts';

describe('scopes', () => {
  test('are a row for each resource, with those that exist', () => {
    expect(scopeRows(['oidc-provider:read', 'scim:write', 'space:read', 'space:write'])).toEqual([
      { resource: 'oidc-provider', title: 'OpenID Connect providers', scopes: ['oidc-provider:read'] },
      { resource: 'scim', title: 'scim', scopes: ['scim:write'] },
      { resource: 'space', title: 'Spaces and their content', scopes: ['space:read', 'space:write'] },
    ]);
  });
});
