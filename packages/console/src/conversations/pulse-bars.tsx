import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import styles from './conversations.module.css';
import { heightsOf, trendOf } from './pulse.ts';

const TRENDS = {
  up: { icon: TrendingUp, words: 'Asked more often' },
  down: { icon: TrendingDown, words: 'Asked less often' },
  steady: { icon: Minus, words: 'As often as before' },
} as const;
const HEIGHT = 24;
const STEP = 6;

/** How often something was asked in each of the last 13 weeks, and the trend. */
export const PulseBars = ({ weekly }: { readonly weekly: readonly number[] }) => {
  const trend = trendOf(weekly);
  const { icon: Icon, words } = TRENDS[trend];
  return (
    <span className={styles.pulse} data-trend={trend} title={`${words}: ${weekly.join(', ')} in 13 weeks`}>
      <svg width={weekly.length * STEP} height={HEIGHT} aria-hidden="true">
        {heightsOf(weekly).map((height, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks have an order and no other identity
            key={at}
            x={at * STEP}
            width={STEP - 2}
            y={HEIGHT - Math.max(2, height * HEIGHT)}
            height={Math.max(2, height * HEIGHT)}
            rx={1}
          />
        ))}
      </svg>
      <Icon size={15} aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  );
};
