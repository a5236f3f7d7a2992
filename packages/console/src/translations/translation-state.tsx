import type { Translation } from './queries.ts';
import styles from './translations.module.css';

const stateOf = ({ status, problem, untranslatedTotal = 0 }: Translation): readonly [string, string] => {
  if (status === 'running') return ['running', 'Translating'];
  if (status === 'pending') return ['running', problem ? 'Postponed' : 'Waiting'];
  if (problem) return ['failed', 'Failed'];
  return untranslatedTotal > 0 ? ['partial', `${untranslatedTotal} texts left`] : ['done', 'Up to date'];
};

/** The state of a translation, as a badge. */
export const TranslationState = ({ translation }: { readonly translation: Translation }) => {
  const [kind, words] = stateOf(translation);
  return (
    <span className={styles.badge} data-kind={kind}>
      {words}
    </span>
  );
};
