import { useId, useState } from 'react';
import { Button } from '@site/ui';
import { reportPicture } from '../gallery/submissions.ts';
import styles from './kaleidoscope-gallery.module.css';

/** As long as the server takes. */
const LONGEST_REASON = 500;

type Status = 'closed' | 'open' | 'sending' | 'sent' | 'failed';

/** Asks the site's owner to look at a picture. */
export function ReportForm({ id }: { readonly id: string }) {
  const [status, setStatus] = useState<Status>('closed');
  const [reason, setReason] = useState('');
  const field = useId();
  const send = async () => {
    setStatus('sending');
    try {
      await reportPicture(id, reason.trim());
      setStatus('sent');
    } catch (error) {
      console.info('The report was not taken.', error);
      setStatus('failed');
    }
  };
  if (status === 'sent') {
    return (
      <p className={styles.said} role="status">
        Reported. Thank you: this site&apos;s owner will look at it.
      </p>
    );
  }
  if (status === 'closed') {
    return (
      <Button look="quiet" onClick={() => setStatus('open')}>
        Report
      </Button>
    );
  }
  return (
    <form
      className={styles.report}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={field}>What is wrong with this picture?</label>
      <textarea
        id={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was asked for a moment ago
        autoFocus
        required
        rows={3}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {status === 'failed' && <p role="alert">The report did not arrive. Try again in a minute.</p>}
      <div className={styles.row}>
        <Button type="submit" disabled={status === 'sending' || reason.trim() === ''}>
          Send report
        </Button>
        <Button look="quiet" onClick={() => setStatus('closed')}>
          Do not report
        </Button>
      </div>
    </form>
  );
}
