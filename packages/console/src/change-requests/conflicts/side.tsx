import type { Block } from '@lectern/document';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import styles from './conflicts-page.module.css';
import { renderSide } from './render-sides.ts';

/** One version of content. */
export const Blocks = ({
  label,
  blocks,
  context,
}: {
  readonly label: string;
  readonly blocks: readonly Block[];
  readonly context: RenderContext;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a version of content is no fieldset
  <div className={styles.side} role="group" aria-label={label}>
    <p className={styles.label}>{label}</p>
    {blocks.length === 0 ? (
      <p className={styles.quiet}>Deleted</p>
    ) : (
      <div
        className="prose"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
        dangerouslySetInnerHTML={{
          __html: renderSide(blocks, context),
        }}
      />
    )}
  </div>
);

/** One version of a value. */
export const Value = ({ label, words }: { readonly label: string; readonly words: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a version of a value is no fieldset
  <div className={styles.side} role="group" aria-label={label}>
    <p className={styles.label}>{label}</p>
    <p>{words}</p>
  </div>
);
