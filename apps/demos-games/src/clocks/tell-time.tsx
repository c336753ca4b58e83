import { useState } from 'react';
import { Button } from '@site/ui';
import { secondText } from './clock.model.ts';
import { readerOf } from './use-clock.ts';
import styles from './tell-time.module.css';

/** Announces the time once, on request: a clock that announced every minute would interrupt other speech. */
export function TellTime({ zone }: { readonly zone: string | undefined }) {
  const [announced, setAnnounced] = useState('');
  return (
    <>
      <Button look="quiet" onClick={() => setAnnounced(secondText(readerOf(zone)(new Date())))}>
        Say the time
      </Button>
      {/* Never hidden: many screen readers stay silent about text that appears together with its element. */}
      <p className={announced === '' ? 'visually-hidden' : styles.told} aria-live="polite">
        {announced !== '' && `It was ${announced} when you asked.`}
      </p>
    </>
  );
}
