import { parseMarkdown } from '@lectern/document';
import { Fragment, type ReactNode } from 'react';
import {
  boundValue,
  childrenOf,
  type Element,
  MAX_ELEMENT_DEPTH,
} from '../../../../site/src/contentkit/elements.ts';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { objectOf, textIn } from '../../../../site/src/document/data.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { Button } from '../../primitives/button.tsx';
import { Field } from '../../primitives/field.tsx';
import styles from './component.module.css';
import { addressOf, boundAction } from './component.ts';
import { CHOICES, ChoiceControl, CONTROLS, useAction } from './controls.tsx';
import { useKit } from './kit.ts';

interface Props {
  readonly element: Element;
  readonly depth: number;
}

const MARKDOWN: RenderContext = {
  language: 'en',
  externalLinks: 'blank',
  hrefOf: (ref) => (ref.kind === 'url' ? { href: ref.url, title: ref.url, isAddress: true } : undefined),
  fileOf: () => undefined,
};

const Nodes = ({ nodes, depth }: { readonly nodes: readonly unknown[]; readonly depth: number }) =>
  depth > MAX_ELEMENT_DEPTH
    ? null
    : nodes.map((node, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no other identity
        <Fragment key={at}>
          <KitElement node={node} depth={depth + 1} />
        </Fragment>
      ));

const Children = ({ element, depth }: Props) => <Nodes nodes={childrenOf(element)} depth={depth} />;

const stack = (className: string | undefined) => (props: Props) => (
  <div className={className}>
    <Children {...props} />
  </div>
);

const TEXT_STYLES = { bold: 'strong', italic: 'em', code: 'code', strikethrough: 's' } as const;

const Text = (props: Props) => {
  const Tag = TEXT_STYLES[props.element.style as keyof typeof TEXT_STYLES] ?? 'span';
  return (
    <Tag>
      <Children {...props} />
    </Tag>
  );
};

const Markdown = ({ element }: Props) => {
  const { state } = useKit();
  const content = boundValue(element.content, state);
  const html = renderDocument(parseMarkdown(typeof content === 'string' ? content : ''), MARKDOWN);
  return (
    <div
      className={styles.markdown}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer escapes and sanitizes, as it does for sites
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};

const useAddress = (target: unknown) => addressOf(target, useKit().state, location.origin);

const KitLink = (props: Props) => {
  const href = useAddress(objectOf(props.element.target).url);
  return href === undefined ? (
    <Children {...props} />
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      <Children {...props} />
    </a>
  );
};

const VARIANTS = { primary: 'primary', danger: 'danger', secondary: 'secondary' } as const;

const KitButton = ({ element }: Props) => {
  const { state, isBusy, onOpen, ownActions } = useKit();
  const [run, question] = useAction(element);
  const { action, url } = objectOf(element.onPress);
  const href = useAddress(action === '@ui.url.open' ? url : undefined);
  const label = textIn(element, 'label') ?? textIn(element, 'tooltip') ?? 'Run';
  if (href !== undefined && element.disabled !== true)
    return (
      <a className="button button-secondary" href={href} target="_blank" rel="noreferrer" onClick={onOpen}>
        {label}
      </a>
    );
  return (
    <>
      <Button
        variant={VARIANTS[element.style as keyof typeof VARIANTS] ?? 'secondary'}
        isBusy={isBusy}
        disabled={element.disabled === true || !boundAction(element.onPress, state, ownActions)}
        onClick={() => run(element.onPress)}
      >
        {label}
      </Button>
      {question}
    </>
  );
};

const Picture = ({ element }: Props) => {
  const src = useAddress(objectOf(element.source).url);
  return src === undefined ? null : <img src={src} alt="" className={styles.image} />;
};

const nodesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const Input = ({ element, depth }: Props) => {
  const inner = objectOf(element.element);
  const type = String(inner.type);
  const label = textIn(element, 'label');
  const hint = element.hint !== undefined && (
    <span className={styles.hint}>
      <Nodes nodes={nodesOf(element.hint)} depth={depth} />
    </span>
  );
  if (CHOICES.includes(type)) return <ChoiceControl element={inner} label={label} hint={hint} />;
  const Control = Object.hasOwn(CONTROLS, type) ? CONTROLS[type] : undefined;
  if (Control)
    return (
      <Field label={label ?? ''}>
        <Control element={inner} />
        {hint}
      </Field>
    );
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div>
        <KitElement node={inner} depth={depth + 1} />
      </div>
      {hint}
    </div>
  );
};

const Card = (props: Props) => {
  const { element, depth } = props;
  return (
    <div className={styles.card}>
      {textIn(element, 'title') && <strong>{textIn(element, 'title')}</strong>}
      {element.hint !== undefined && (
        <span className={styles.hint}>
          <Nodes nodes={nodesOf(element.hint)} depth={depth} />
        </span>
      )}
      <Children {...props} />
      {Array.isArray(element.buttons) && (
        <div className={styles.row}>
          <Nodes nodes={element.buttons} depth={depth} />
        </div>
      )}
    </div>
  );
};

const CodeBlock = ({ element }: Props) => {
  const content = boundValue(element.content, useKit().state);
  return <pre className={styles.code}>{typeof content === 'string' ? content : ''}</pre>;
};

/** The steps of a set-up: their names, the active one, and the ways to the next and the one before. */
const Stepper = ({ element, depth }: Props) => {
  const { state, isBusy } = useKit();
  const [run] = useAction(element);
  const steps = childrenOf(element).map(objectOf);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === boundValue(element.activeStep, state)),
  );
  const step = steps[at] ?? {};
  const go = (to: Element | undefined) => run({ ...objectOf(element.onStepChange), step: to?.id });
  const isLast = at >= steps.length - 1;
  return (
    <div className={styles.column}>
      <ol className={styles.steps}>
        {steps.map((each, number) => (
          <li key={String(each.id)} aria-current={number === at ? 'step' : undefined}>
            {textIn(each, 'title') ?? `Step ${number + 1}`}
          </li>
        ))}
      </ol>
      <Children element={step} depth={depth} />
      <div className={styles.row}>
        {at > 0 && (
          <Button isBusy={isBusy} onClick={() => go(steps[at - 1])}>
            Back
          </Button>
        )}
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={step.next !== true}
          onClick={() => (isLast ? run(element.onComplete) : go(steps[at + 1]))}
        >
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </div>
  );
};

/** The content of a dialog, and the button that sends it. */
const Modal = (props: Props) => {
  const { subtitle, submit } = props.element;
  return (
    <div className={styles.column}>
      {typeof subtitle === 'string' && <p className={styles.hint}>{subtitle}</p>}
      <Children {...props} />
      {submit !== undefined && <KitElement node={submit} depth={props.depth + 1} />}
    </div>
  );
};

/** The view of each type of element; other types show their children. */
const VIEWS: Readonly<Record<string, (props: Props) => ReactNode>> = {
  configuration: stack(styles.column),
  block: stack(styles.column),
  modal: Modal,
  webframe: () => <p className={styles.hint}>A frame, which is shown on the published page.</p>,
  vstack: stack(styles.column),
  hstack: stack(styles.row),
  box: stack(styles.card),
  hint: stack(styles.hintBox),
  heading: stack(styles.label),
  divider: () => <hr className={styles.divider} />,
  text: Text,
  markdown: Markdown,
  link: KitLink,
  button: KitButton,
  image: Picture,
  input: Input,
  card: Card,
  codeblock: CodeBlock,
  stepper: Stepper,
  ...Object.fromEntries(
    CHOICES.map((type) => [
      type,
      ({ element }: Props) => <ChoiceControl element={element} label={undefined} />,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(CONTROLS).map(([type, Control]) => [
      type,
      ({ element }: Props) => (
        <Field label={textIn(element, 'placeholder') ?? textIn(element, 'state') ?? ''}>
          <Control element={element} />
        </Field>
      ),
    ]),
  ),
};

/** An element of a component of an integration, or a text. */
export const KitElement = ({
  node,
  depth,
}: {
  readonly node: unknown;
  readonly depth: number;
}): ReactNode => {
  const { state } = useKit();
  const value = boundValue(node, state);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const element = objectOf(value);
  const type = String(element.type);
  const View = (Object.hasOwn(VIEWS, type) ? VIEWS[type] : undefined) ?? Children;
  return <View element={element} depth={depth} />;
};
