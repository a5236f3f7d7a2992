import { createIntegration } from '@gitbook/runtime';

const log = (event: { type: string; eventId: string }) => console.log('heard', event.type, event.eventId);

/** Writes down what happens in spaces and sites, and at installations. */
export default createIntegration({
  events: {
    installation_setup: log,
    installation_deleted: log,
    space_installation_setup: log,
    space_installation_deleted: log,
    site_installation_setup: log,
    site_installation_deleted: log,
    space_content_updated: [
      log,
      async ({ spaceId }, { api }) => {
        const { data } = await api.spaces.getSpaceById(spaceId);
        console.info('content of', data.title);
      },
    ],
    space_visibility_updated: log,
    site_view: log,
    page_feedback: log,
  },
});
