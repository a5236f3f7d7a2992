// Options of kysely-codegen, for `npm run database-types` and the test of its result.
const { GenericExpressionNode, LiteralNode } = require('kysely-codegen');

// Types as text need the JavaScript API of TypeScript, which TypeScript 7 does not have.
const typeOf = (type) => (name) => [name, new GenericExpressionNode(type, [new LiteralNode(name)])];
const withDefault = ([name, type]) => [name, new GenericExpressionNode('Generated', [type])];
const json = typeOf('JsonColumn');
const text = typeOf('Column');

// The domains declare the types of these columns (`src/kernel/database/column-types.ts`).
const columns = Object.fromEntries([
  ...[
    'agent_tasks.report',
    'change_requests.description',
    'conversations.metadata',
    'conversations.parts',
    'covered_contents.configuration',
    'git_operations.chain',
    'git_syncs.layout',
    'git_syncs.resolution',
    'glossary_entries.translations',
    'import_runs.preview',
    'import_runs.source',
    'integration_events.gone',
    'integration_events.payload',
    'integration_events.full_payload',
    'integrations.blocks',
    'integrations.configurations',
    'integrations.content_security_policy',
    'integrations.content_sources',
    'integrations.external_links',
    'organizations.agent_instructions',
    'pdfs.options',
    'repository_configurations.layout',
    'revisions.git',
    'scim_users.emails',
    'scim_users.name',
    'site_customizations.settings',
    'site_section_groups.localized_title',
    'site_sections.localized_description',
    'site_sections.localized_title',
    'site_space_customizations.override',
    'spaces.git_sync',
    'spaces.head_chain',
    'translations.chain',
    'translations.instructions',
  ].map(json),
  ...[
    'content_installations.configuration',
    'events.payload',
    'git_operations.problems',
    'git_operations.result',
    'import_runs.pages',
    'import_runs.report',
    'installations.configuration',
    'integration_events.logs',
    'openapi_specs.errors',
    'organizations.merge_rules',
    'spaces.merge_rules',
    'translations.untranslated',
  ]
    .map(json)
    .map(withDefault),
  ...[
    'agent_tasks.origin',
    'agent_tasks.outcome',
    'covered_contents.kind',
    'git_connections.authentication',
    'git_connections.provider',
    'git_operations.direction',
    'git_operations.stage',
    'git_operations.state',
    'import_runs.stage',
    'import_runs.status',
    'installations.site_selection',
    'installations.space_selection',
    'integration_events.content_kind',
    'integration_events.status',
    'integrations.categories',
    'integrations.runtime',
    'integrations.scopes',
    'integrations.target',
    'integrations.visibility',
    'openapi_specs.error_code',
    'site_event_counts.grain',
    'site_event_progress.grain',
    'site_misses.kind',
    'translations.language',
    'translations.source_language',
  ].map(text),
  ...[
    'agent_tasks.state',
    'openapi_specs.state',
    'openapi_specs.visibility',
    'pdfs.state',
    'translations.status',
    'webhook_deliveries.status',
  ]
    .map(text)
    .map(withDefault),
]);

module.exports = {
  dialect: 'postgres',
  includePattern: 'public.*',
  excludePattern: 'migrations',
  customImports: { Column: './column-types.ts', JsonColumn: './column-types.ts' },
  overrides: { columns },
};
