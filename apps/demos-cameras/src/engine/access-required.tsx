import { Button, ButtonLink, focusHeading, plate } from '@site/ui';
import type { Denial } from './camera-session.ts';
import styles from './engine.module.css';

export const DENIAL_WORDS: Record<Denial, string> = {
  refused: 'The browser blocked the camera: allow it next to the address bar, or in the browser’s settings for this site.',
  none: 'No camera was found on this device.',
  busy: 'The camera is there, but something else is using it.',
  insecure: 'Browsers open cameras on secure pages only: this address needs https.',
  failed: 'The camera did not start.',
};

export interface AccessWords {
  readonly title: string;
  readonly text: string;
  readonly retryLabel: string;
}

interface AccessRequiredProps {
  readonly words: AccessWords;
  readonly denial: Denial | null;
  readonly back: { readonly to: string; readonly label: string };
  readonly onRetry: () => void;
}

/** Why there is no camera, how to allow it, and the way back. */
export function AccessRequired({ words, denial, back, onRetry }: AccessRequiredProps) {
  const retry = () => {
    onRetry();
    focusHeading();
  };
  return (
    <section className={plate('glass', `stack ${styles.access}`)} role="alert">
      {words.title !== 'Camera Access Required' && <p className="soft strong">Camera Access Required</p>}
      <h2 className="heading-xl">{words.title}</h2>
      <p>{words.text}</p>
      {denial && <p className="soft">{DENIAL_WORDS[denial]}</p>}
      <div className={`row ${styles.row}`}>
        <Button onClick={retry}>{words.retryLabel}</Button>
        <ButtonLink look="quiet" to={back.to}>
          {back.label}
        </ButtonLink>
      </div>
    </section>
  );
}
