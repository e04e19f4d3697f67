import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '#web/ui/icons.ts';

export interface SearchInputProps {
  /** The current search text from the address. */
  value: string;
  /** Called once typing has stopped. */
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  clearLabel: string;
  /** The pause after the last keystroke before the search is sent, in milliseconds. */
  wait?: number;
  className?: string;
}

/** The field reacts at once, and the address and the list follow after a pause in typing. Enter applies the text immediately. */
export function SearchInput({ value, onSearch, label, placeholder = '', clearLabel, wait = 300, className = '' }: SearchInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const go = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  /* The timer must call the newest onSearch, because only this one has the current address. */
  const latest = useRef(go);
  latest.current = go;

  /* The address changed in another way (back button, cleared filters), so the field shows its value. */
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), wait);
    return () => clearTimeout(timer);
  }, [text, wait]);

  return (
    <TextInput
      size="sm"
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && go(text)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={clearLabel}
            onClick={() => {
              setText('');
              go('');
            }}
          />
        )
      }
    />
  );
}
