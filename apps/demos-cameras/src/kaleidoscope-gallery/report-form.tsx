import { useId, useState } from 'react';
import { Button, plate } from '@site/ui';
import { reportPicture } from '../gallery/submissions.ts';
import { bringIntoView, onEscape, takeFocus } from './take-focus.ts';
import styles from './kaleidoscope-gallery.module.css';

/** The server's limit. */
const MAX_REASON_CHARACTERS = 500;

type Status = 'closed' | 'open' | 'sending' | 'sent' | 'failed' | 'dismissed';

/** Asks the site's owner to look at a picture. */
export function ReportForm({ id }: { readonly id: string }) {
  const [status, setStatus] = useState<Status>('closed');
  const [reason, setReason] = useState('');
  const field = useId();
  const canSend = status !== 'sending' && reason.trim() !== '';
  const send = async () => {
    if (!canSend) return;
    setStatus('sending');
    try {
      await reportPicture(id, reason.trim());
      setStatus('sent');
    } catch (error) {
      console.info('The report was not accepted.', error);
      setStatus('failed');
    }
  };
  if (status === 'sent') {
    return (
      <p ref={takeFocus} role="status" tabIndex={-1}>
        Reported. Thank you: this site&apos;s owner will look at it.
      </p>
    );
  }
  if (status === 'closed' || status === 'dismissed') {
    return (
      <Button ref={status === 'dismissed' ? takeFocus : undefined} look="quiet" onClick={() => setStatus('open')}>
        Report
      </Button>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus is in it
    <form
      ref={bringIntoView}
      className={`stack gap-2 ${styles.report}`}
      onKeyDown={onEscape(() => setStatus('dismissed'))}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={field}>What is wrong with this picture?</label>
      <textarea
        ref={takeFocus}
        className={plate('solid')}
        id={field}
        required
        rows={3}
        maxLength={MAX_REASON_CHARACTERS}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {status === 'failed' && <p role="alert">The report could not be sent. Try again in a minute.</p>}
      <div className="row">
        <Button
          type="submit"
          // Not `disabled`, which would drop the focus.
          aria-disabled={!canSend}
        >
          Send report
        </Button>
        <Button look="quiet" onClick={() => setStatus('dismissed')}>
          Do not report
        </Button>
      </div>
    </form>
  );
}
