import styles from './openapi.module.css';
import type { Specification } from './queries.ts';

/** Whether a specification is valid, as a badge. */
export const SpecificationState = ({ specification }: { readonly specification: Specification }) => {
  const { processingState, lastProcessErrorCode, lastProcessedErrors = [] } = specification;
  const [kind, words] =
    processingState !== 'complete'
      ? ['running', 'Being checked']
      : lastProcessErrorCode === undefined
        ? ['valid', 'Valid']
        : lastProcessErrorCode === 'PARSE_ERROR'
          ? ['invalid', lastProcessedErrors.length === 1 ? '1 error' : `${lastProcessedErrors.length} errors`]
          : ['invalid', 'Not reachable'];
  return (
    <span className={styles.badge} data-kind={kind}>
      {words}
    </span>
  );
};
