import { useEffect, useState } from 'react';
import { TextInput } from '../primitives/field.tsx';

const TYPING_MS = 300;

/** A search of a list, sent shortly after the last key. */
export const SearchField = ({
  label,
  text: searched,
  maxLength = 100,
  onSearch,
}: {
  readonly label: string;
  /** The text of the address. */
  readonly text: string;
  readonly maxLength?: number;
  readonly onSearch: (text: string) => void;
}) => {
  const [text, setText] = useState(searched);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed changes the address, not the other way round
  useEffect(() => {
    if (text.trim() === searched) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
};
