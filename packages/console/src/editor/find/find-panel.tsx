import type { Editor } from '@tiptap/core';
import { ArrowDown, ArrowUp, CaseSensitive, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../primitives/button.tsx';
import styles from './find.module.css';
import { foundIn, replaceAll, replaceCurrent, search, showMatch } from './find-plugin.ts';

const selectedText = ({ state: { doc, selection } }: Editor): string => {
  const { from, to, $from, $to } = selection;
  return $from.sameParent($to) && to - from < 200 ? doc.textBetween(from, to) : '';
};

/** Finds and replaces text in the page. */
export const FindPanel = ({ editor }: { readonly editor: Editor }) => {
  const [isOpen, setOpen] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [text, setText] = useState('');
  const [replacement, setReplacement] = useState('');
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [isWholeWord, setWholeWord] = useState(false);
  const [message, setMessage] = useState('');
  const [, setCount] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { find } = editor.storage;
    const open = (replacing: boolean) => {
      const selected = selectedText(editor);
      if (selected !== '') setText(selected);
      setReplacing(replacing);
      setOpen(true);
      setMessage('');
      // After it is shown.
      requestAnimationFrame(() => input.current?.select());
    };
    find.open = open;
    if (find.wanted) open(find.wanted === 'replace');
    find.wanted = undefined;
    const update = () => setCount((count) => count + 1);
    if (isOpen) editor.on('transaction', update);
    return () => {
      editor.off('transaction', update);
      find.open = undefined;
    };
  }, [editor, isOpen]);
  useEffect(() => {
    if (isOpen) search(editor, { text, isCaseSensitive, isWholeWord });
  }, [editor, isOpen, text, isCaseSensitive, isWholeWord]);
  if (!isOpen) return null;
  const close = () => {
    setOpen(false);
    search(editor, undefined);
    editor.view.focus();
  };
  const { matches, current } = foundIn(editor);
  const count = text === '' ? '' : matches.length === 0 ? 'Not found' : `${current + 1} of ${matches.length}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.panel} onKeyDown={onKeyDown}>
      <div className={styles.row}>
        <input
          ref={input}
          aria-label="Find in the page"
          placeholder="Find in the page"
          className={styles.input}
          value={text}
          onChange={(event) => {
            setMessage('');
            setText(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            showMatch(editor, event.shiftKey ? -1 : 1);
          }}
        />
        <span role="status" className={styles.count}>
          {message || count}
        </span>
        <IconButton
          icon={CaseSensitive}
          label="Match case"
          aria-pressed={isCaseSensitive}
          onClick={() => setCaseSensitive(!isCaseSensitive)}
        />
        <IconButton
          icon={WholeWord}
          label="Whole words"
          aria-pressed={isWholeWord}
          onClick={() => setWholeWord(!isWholeWord)}
        />
        <IconButton icon={ArrowUp} label="Previous match" onClick={() => showMatch(editor, -1)} />
        <IconButton icon={ArrowDown} label="Next match" onClick={() => showMatch(editor, 1)} />
        <IconButton icon={X} label="Close the search" onClick={close} />
      </div>
      {isReplacing ? (
        <div className={styles.row}>
          <input
            aria-label="Replace with"
            placeholder="Replace with"
            className={styles.input}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              replaceCurrent(editor, replacement);
            }}
          />
          <Button onClick={() => replaceCurrent(editor, replacement)}>Replace</Button>
          <Button
            onClick={() => {
              const replaced = replaceAll(editor, replacement);
              setMessage(replaced === 1 ? '1 replaced' : `${replaced} replaced`);
            }}
          >
            Replace all
          </Button>
        </div>
      ) : (
        <div>
          <Button variant="quiet" onClick={() => setReplacing(true)}>
            Replace…
          </Button>
        </div>
      )}
    </search>
  );
};
