import { useEffect, useState } from 'react';
import { Button, sharePage } from '@site/ui';
import { ActionPanel } from './action-panel.tsx';
import { takeFocus } from './take-focus.ts';
import { qrPath } from './qr-path.ts';

/** CSS pixels: large enough for a phone to read the code from arm's length. */
const SIDE = 180;

type Code = Awaited<ReturnType<typeof qrPath>>;

/** The picture's address as a code that a phone's camera opens, and as text. */
export function QrCode({ path, title }: { readonly path: string; readonly title: string }) {
  const [status, setStatus] = useState<'closed' | 'open' | 'dismissed'>('closed');
  const [code, setCode] = useState<Code | 'failed' | null>(null);
  /** Shown here because toasts are behind the dialog. */
  const [notice, setNotice] = useState('');
  const link = new URL(path, window.location.href).href;
  const isOpen = status === 'open';
  useEffect(() => {
    if (!isOpen) return;
    qrPath(link).then(setCode, (error: unknown) => {
      console.info('The code was not drawn.', error);
      setCode('failed');
    });
  }, [isOpen, link]);
  if (!isOpen) {
    return (
      <Button ref={status === 'dismissed' ? takeFocus : undefined} look="quiet" onClick={() => setStatus('open')}>
        QR code
      </Button>
    );
  }
  return (
    <ActionPanel label="QR code" onDismiss={() => setStatus('dismissed')}>
      {code !== 'failed' && (
        <svg
          role="img"
          aria-label={`QR code for ${link}`}
          width={SIDE}
          height={SIDE}
          viewBox={`0 0 ${code?.modules ?? 1} ${code?.modules ?? 1}`}
          shapeRendering="crispEdges"
        >
          {/* Black on white in every color scheme, or cameras do not read it. */}
          <rect width="100%" height="100%" fill="#ffffff" />
          {code && <path d={code.path} fill="#000000" />}
        </svg>
      )}
      <p className="note" style={{ overflowWrap: 'anywhere' }}>
        {code === 'failed' ? `The code could not be loaded. The address is ${link}` : link}
      </p>
      <p className="note" role="status">
        {notice}
      </p>
      <div className="row">
        <Button onClick={() => void sharePage({ title, link }, (message) => setNotice(message.title))}>Share the address</Button>
        <Button ref={takeFocus} look="quiet" onClick={() => setStatus('dismissed')}>
          Hide the code
        </Button>
      </div>
    </ActionPanel>
  );
}
