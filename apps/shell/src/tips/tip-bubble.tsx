import * as Tooltip from '@radix-ui/react-tooltip';
import { TIP_DELAY_MILLISECONDS, TIP_SKIP_DELAY_MILLISECONDS } from './use-tip-timing.ts';
import styles from './tip-bubble.module.css';

export interface TipBubbleProps {
  readonly anchor: DOMRect;
  readonly text: string;
  readonly onClose: () => void;
}

/** Default export, because it is loaded lazily. The anchor only holds the button's place: the button itself stays as it is. */
export default function TipBubble({ anchor, text, onClose }: TipBubbleProps) {
  const { top, left, width, height } = anchor;
  return (
    <Tooltip.Provider
      delayDuration={TIP_DELAY_MILLISECONDS}
      skipDelayDuration={TIP_SKIP_DELAY_MILLISECONDS}
      disableHoverableContent
    >
      <Tooltip.Root open onOpenChange={(open) => !open && onClose()}>
        <Tooltip.Trigger asChild>
          <span className={styles.anchor} style={{ top, left, width, height }} aria-hidden="true" />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className={styles.tip} sideOffset={8} collisionPadding={12}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
