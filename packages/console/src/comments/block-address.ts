import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { copyAddress } from '../primitives/copy-address.ts';
import { notify } from '../primitives/toasts.tsx';
import { commentInHash } from './comment-address.ts';
import type { CommentedText } from './commented-text.ts';
import { useShown } from './use-shown.ts';

const PREFIX = 'block-';

/** The fragment of addresses of a block. */
const blockHash = (key: string): string => `${PREFIX}${key}`;

/** Copies the address of a block of the page. */
export const copyBlockAddress = (key: string): Promise<void> =>
  copyAddress(`${window.location.pathname}#${blockHash(key)}`);

const find = (text: CommentedText, hash: string): HTMLElement | undefined => {
  const key = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined;
  return key === undefined
    ? (text.root.querySelector<HTMLElement>(`#${CSS.escape(hash)}`) ?? undefined)
    : text.elements(new Set([key])).get(key);
};

/** Shows the block or heading that the address names, as soon as the text is there. Returns the block. */
export const useAddressedBlock = (text: CommentedText | undefined): HTMLElement | undefined => {
  const hash = useLocation({ select: (location) => location.hash });
  const isBlock = hash.startsWith(PREFIX);
  const [found, setFound] = useState<HTMLElement>();
  useEffect(() => {
    const isNamed = text !== undefined && hash !== '' && commentInHash(hash) === undefined;
    const element = isNamed ? find(text, hash) : undefined;
    setFound(element);
    if (isNamed && isBlock && !element) notify('The block of this address was changed or deleted since');
  }, [text, hash, isBlock]);
  useShown(found, isBlock ? 'center' : 'start');
  return isBlock ? found : undefined;
};
