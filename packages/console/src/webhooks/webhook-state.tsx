import type { Webhook } from './queries.ts';
import styles from './webhooks.module.css';

const stateOf = ({ enabled, disabledReason, failingSince }: Webhook): readonly [string, string] => {
  if (disabledReason === 'gone') return ['failed', 'Switched off: the address is gone'];
  if (disabledReason === 'failing') return ['failed', 'Switched off: it failed for a week'];
  if (!enabled) return ['off', 'Off'];
  return failingSince ? ['failed', 'Failing'] : ['on', 'On'];
};

/** Whether a webhook is on and works, as a badge. */
export const WebhookState = ({ webhook }: { readonly webhook: Webhook }) => {
  const [kind, words] = stateOf(webhook);
  return (
    <span className={styles.badge} data-kind={kind}>
      {words}
    </span>
  );
};
