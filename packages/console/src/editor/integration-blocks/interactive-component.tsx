import { useState } from 'react';
import { objectOf, textIn } from '../../../../site/src/document/data.ts';
import type { Action, ComponentState } from '../../integrations/component/component.ts';
import { KitElement } from '../../integrations/component/elements.tsx';
import { KitProvider } from '../../integrations/component/kit.ts';
import { type ComponentPlace, useComponent } from '../../integrations/component/use-component.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import { FormError } from '../../primitives/field.tsx';
import styles from './integration-blocks.module.css';

type Props = ComponentPlace['props'];

const OPEN = '@ui.modal.open';
const CLOSE = '@ui.modal.close';
const UPDATE_PROPS = '@editor.node.updateProps';
const OWN_ACTIONS = [OPEN, CLOSE, UPDATE_PROPS];

const nothing = () => undefined;

/** A component that runs: its title, and its elements with the dialog that it has opened. */
const useInteraction = (
  place: ComponentPlace,
  onProps: (props: Props) => void,
  onReturn: (value: unknown) => void,
) => {
  const [modal, setModal] = useState<Pick<ComponentPlace, 'componentId' | 'props'>>();
  const { output, error, isLoading, isBusy, setState, act } = useComponent(
    place,
    () => onReturn(undefined),
    onProps,
  );
  const handle = (action: Action, state: ComponentState) => {
    if (action.action === OPEN)
      setModal({ componentId: String(action.componentId), props: objectOf(action.props) });
    else if (action.action === CLOSE) onReturn(action.returnValue);
    else if (action.action === UPDATE_PROPS) onProps({ ...output?.props, ...objectOf(action.props) });
    else act(action, state);
  };
  return {
    title: output && textIn(output.element, 'title'),
    content: (
      <div aria-busy={isLoading || isBusy} className={styles.content}>
        {isLoading && <p className={styles.quiet}>Loading…</p>}
        {output && (
          <KitProvider
            value={{
              state: output.state,
              isBusy,
              setState,
              act: handle,
              ownActions: OWN_ACTIONS,
              onOpen: nothing,
            }}
          >
            <KitElement node={output.element} depth={0} />
          </KitProvider>
        )}
        <FormError error={error} />
        {modal && (
          <ModalDialog
            place={{ ...place, ...modal }}
            onClose={(returnValue) => {
              setModal(undefined);
              if (returnValue !== undefined && output) act({ action: CLOSE, returnValue }, output.state);
            }}
          />
        )}
      </div>
    ),
  };
};

/** A component in a dialog; what it returns goes to the component that opened it. */
const ModalDialog = ({
  place,
  onClose,
}: {
  readonly place: ComponentPlace;
  readonly onClose: (returnValue?: unknown) => void;
}) => {
  const { title, content } = useInteraction(place, nothing, onClose);
  return (
    <Dialog isOpen title={title ?? 'Settings'} onClose={() => onClose()}>
      {content}
    </Dialog>
  );
};

/** A component of an integration in the text, with its controls. */
export const InteractiveComponent = ({
  place,
  onProps,
}: {
  readonly place: ComponentPlace;
  /** Told the properties that somebody changed by the controls. */
  readonly onProps: (props: Props) => void;
}) => useInteraction(place, onProps, nothing).content;
