import { createIntegration, ExposableError } from '@gitbook/runtime';

/** The context of a script call. */
interface Context {
  readonly environment: { readonly secrets: Record<string, string>; readonly apiTokens?: unknown };
}

/** Forwards its events to the URL in its secrets, and responds with the status of that response. */
const report = async (event: object, { environment }: Context) => {
  const { apiTokens: _, ...rest } = environment;
  console.log('reporting');
  const answer = await fetch(environment.secrets.RECEIVER!, {
    method: 'POST',
    body: JSON.stringify({ ...event, environment: rest }),
  });
  if (!answer.ok) throw new ExposableError(`It was refused: ${await answer.text()}`, answer.status);
};

export default createIntegration({
  events: {
    installation_setup: report,
    installation_deleted: report,
    space_installation_setup: report,
    space_installation_deleted: report,
    site_installation_setup: report,
    site_installation_deleted: report,
    space_content_updated: report,
  },
  task: async (task: { type: string }, context) => report({ type: 'task', task }, context),
});
