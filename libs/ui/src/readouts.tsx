import { useState, type RefCallback } from 'react';
import styles from './readouts.module.css';

/** Props of the element that shows one readout. */
export interface ReadoutProps {
  readonly 'data-readout': string;
  readonly ref: RefCallback<HTMLElement>;
}

interface Readouts<Name extends string> {
  readonly place: (name: Name) => ReadoutProps;
  readonly show: (texts: Readonly<Record<Name, string>>) => void;
}

function createReadouts<Name extends string>(): Readouts<Name> {
  const elements = new Map<Name, HTMLElement>();
  return {
    place: (name) => ({
      'data-readout': name,
      ref: (element) => {
        if (!element) return undefined;
        elements.set(name, element);
        return () => void elements.delete(name);
      },
    }),
    show: (texts) => {
      for (const [name, element] of elements) element.textContent = texts[name];
    },
  };
}

/** Texts that change with the frames of an exhibit. They are written into their elements, so that a frame causes no render. */
export function useReadouts<Name extends string>(): Readouts<Name> {
  const [readouts] = useState(createReadouts<Name>);
  return readouts;
}

interface ReadoutListProps<Name extends string> {
  readonly readouts: Readouts<Name>;
  /** The text is shown until the exhibit writes the first one. */
  readonly rows: readonly (readonly [label: string, name: Name, text: string])[];
}

/** Readouts with their labels, on a placard. */
export function ReadoutList<Name extends string>({ readouts, rows }: ReadoutListProps<Name>) {
  return (
    <dl className={`digits small ${styles.list}`}>
      {rows.map(([label, name, text]) => (
        <div key={name}>
          <dt className="soft">{label}</dt>
          <dd {...readouts.place(name)}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
