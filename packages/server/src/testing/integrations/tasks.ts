import { createIntegration } from '@gitbook/runtime';

/** Puts work off when it is installed, and says when it is done. */
export default createIntegration({
  events: {
    installation_setup: async (event, { integration }) => {
      await integration.queueTask({ task: { type: 'greet', to: event.installationId }, schedule: 0 });
    },
  },
  task: async (task: { type: 'greet'; to: string }, { environment }) => {
    console.log('greeting', task.to, 'for', environment.integration.name);
  },
});
