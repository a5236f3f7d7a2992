import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, as `npm run test:times` shows them; browser tests in turn with others. */
const SLOWEST = [
  'packages/server/src/conformance/roles.test.ts',
  'packages/console/stories/screens.browser.test.ts',
  'packages/server/src/cli/import.test.ts',
  'packages/server/src/cli/cli.test.ts',
  'packages/console/stories/unsaved.browser.test.ts',
  'packages/server/src/conformance/fuzz.test.ts',
  'packages/console/stories/review.browser.test.ts',
  'packages/server/src/domains/openapi/processing.test.ts',
  'packages/console/stories/propose.browser.test.ts',
  'packages/server/src/adapters/workerd/workerd.processes.test.ts',
  'packages/server/src/domains/account/account.browser.test.ts',
  'packages/server/src/domains/integrations/events/events.own-actions.test.ts',
  'packages/console/stories/typing.crash.browser.test.ts',
  'packages/server/src/cli/backup.test.ts',
  'packages/console/stories/blocks.browser.test.ts',
  'packages/server/src/domains/git/git.left-out.test.ts',
  'packages/server/src/domains/live-documents/convergence.test.ts',
  'packages/console/stories/meanwhile.browser.test.ts',
  'packages/server/src/domains/git/git.faithfulness.test.ts',
  'packages/server/src/adapters/typst/pdf-renderer.test.ts',
  'packages/server/src/conformance/authentication.test.ts',
  'packages/console/stories/git.browser.test.ts',
  'packages/server/src/domains/translations/runs/runs.engines.test.ts',
  'packages/console/stories/discussion.browser.test.ts',
  'packages/server/src/domains/git/git.corpora.test.ts',
  'packages/server/src/domains/publishing/crawling.test.ts',
  'packages/server/src/domains/pdfs/pdfs.test.ts',
  'packages/console/stories/cursor.browser.test.ts',
  'packages/server/src/domains/conversations/clusters/clusters.test.ts',
  'packages/console/stories/openapi-webhooks.browser.test.ts',
  'acceptance/official-client.test.ts',
  'packages/console/stories/keyboard.browser.test.ts',
  'packages/server/src/domains/webhooks/deliveries/sender.crash.test.ts',
  'packages/console/stories/sites.browser.test.ts',
  'packages/server/src/domains/computed/computed.test.ts',
  'packages/server/src/domains/publishing/reading.browser.test.ts',
  'packages/server/src/adapters/postgres-embedded/postgres-embedded.privileges.test.ts',
  'packages/console/stories/writing.browser.test.ts',
  'packages/server/src/adapters/postgres-embedded/postgres-embedded.processes.test.ts',
  'packages/console/stories/translations-conversations.browser.test.ts',
  'packages/site/src/document/hostile.test.ts',
  'packages/server/src/domains/integrations/events/event-delivery.crash.test.ts',
  'packages/server/src/domains/translations/runs/runs.crash.test.ts',
  'packages/server/src/domains/openapi/openapi.crash.test.ts',
  'packages/server/src/domains/conversations/conversations.crash.test.ts',
  'packages/server/src/domains/imports/imports.corpora.test.ts',
  'packages/server/src/domains/publishing/rendering/page-data.corpora.test.ts',
  'packages/server/src/domains/notifications/emails/emails.crash.test.ts',
  'packages/server/src/adapters/postgres-embedded/postgres-embedded.sharing.test.ts',
  'packages/server/src/conformance/scopes.test.ts',
];

/** Starts the slowest files first, so that none of them runs alone at the end. The others follow as Vitest orders them: failed ones, then long ones. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(SLOWEST.map((name, place) => [path.join(this.ctx.config.root, name), place]));
    const placeOf = ({ moduleId }: TestSpecification) =>
      places.get(path.normalize(moduleId)) ?? SLOWEST.length;
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
