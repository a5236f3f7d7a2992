import { useEffect, useRef } from 'react';
import { FormError } from '../../primitives/field.tsx';
import styles from './component.module.css';
import { KitElement } from './elements.tsx';
import { KitProvider } from './kit.ts';
import { type ComponentPlace, useComponent } from './use-component.ts';

/** A configuration that a component of the integration collects. */
export const ComponentForm = ({
  place,
  onComplete,
}: {
  readonly place: ComponentPlace;
  /** Called after every action that ends, because the script may have saved something. */
  readonly onComplete: () => void;
}) => {
  const { output, error, isLoading, isBusy, setState, act, restart } = useComponent(place, onComplete);
  const isAway = useRef(false);
  // People come back from an authorization: the component shows what it led to.
  useEffect(() => {
    const onFocus = () => {
      if (!isAway.current) return;
      isAway.current = false;
      restart();
      onComplete();
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  });
  return (
    <div className={styles.column} aria-busy={isLoading || isBusy} aria-live="polite">
      {isLoading && <p className={styles.hint}>The form of the integration is loading…</p>}
      {output && (
        <KitProvider
          value={{
            state: output.state,
            isBusy,
            setState,
            act,
            onOpen: () => {
              isAway.current = true;
            },
          }}
        >
          <KitElement node={output.element} depth={0} />
        </KitProvider>
      )}
      <FormError error={error} />
    </div>
  );
};
