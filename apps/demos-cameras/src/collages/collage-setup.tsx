import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink, Fold, Switch } from '@site/ui';
import { CameraMenu } from '../engine/camera-menu.tsx';
import { CameraPicker } from '../engine/camera-picker.tsx';
import type { Loss } from '../engine/camera-session.ts';
import type { Camera } from '../engine/facing.ts';
import type { Layout } from '../engine/layouts.ts';
import { SetupPanel } from '../engine/setup-panel.tsx';
import { StartBar } from '../gallery/start-bar.tsx';
import type { CaptureOptions } from './capture.ts';
import styles from './collages.module.css';
import { LayoutPreview } from './layout-preview.tsx';
import type { Recipe } from './recipe.ts';

const LOSS_WORDS: Record<Loss | 'failed', string> = {
  unplugged: 'The camera was unplugged or taken over by another app. Its photos were discarded; choose a camera and start again.',
  hidden: 'The camera was switched off because this page was hidden. Its photos were discarded; start again.',
  failed: 'The picture could not be put together. Start again.',
};

const OPTIONS = [
  ['hasCountdown', 'Count down from three'],
  ['isMirrored', 'Mirror my photo'],
  ['onlyNewFrames', 'Every tile a new frame'],
  ['fillsGaps', 'Fill the gaps with photos of their own'],
] as const;

interface CollageSetupProps {
  readonly recipe: Recipe;
  readonly preview: Layout;
  readonly picker: ComponentProps<typeof CameraPicker>;
  readonly selected: Camera | undefined;
  readonly loss: Loss | 'failed' | null;
  readonly options: CaptureOptions;
  readonly onOptions: (options: CaptureOptions) => void;
  readonly isShared: boolean;
  readonly onShare: (isShared: boolean) => void;
  readonly onStart: () => void;
  /** The dialog, while it is open. */
  readonly children: ReactNode;
}

/** Shown before the photos: the kind of picture, the camera and the options. */
export function CollageSetup(props: CollageSetupProps) {
  const { recipe, preview, picker, selected, loss, options, onOptions, isShared, onShare, onStart, children } = props;
  return (
    <SetupPanel
      picture={<LayoutPreview layout={preview} name={recipe.previewName} />}
      loss={loss ? LOSS_WORDS[loss] : undefined}
      explanation={recipe.explanation}
      dialog={children}
    >
      {recipe.hasCameraMenu ? (
        <div className="row between">
          <p>{selected ? `Camera: ${selected.label}` : 'No cameras detected'}</p>
          <CameraMenu {...picker} />
        </div>
      ) : (
        <CameraPicker {...picker} />
      )}
      <Fold title="Shooting options">
        <fieldset className={`row ${styles.options}`} aria-label="Shooting options">
          {OPTIONS.filter(([name]) => name !== 'fillsGaps' || recipe.gapCount).map(([name, words]) => (
            <Switch key={name} isOn={options[name]} onChange={(isChosen) => onOptions({ ...options, [name]: isChosen })}>
              {words}
            </Switch>
          ))}
        </fieldset>
      </Fold>
      <StartBar isShared={isShared} onShare={onShare} disabled={picker.selectedId === null} onStart={onStart}>
        {recipe.startLabel}
      </StartBar>
      <p className="note">{recipe.startCaption}</p>
      <div className="row">
        <ButtonLink look="quiet" to={recipe.back.to}>
          {recipe.back.label}
        </ButtonLink>
      </div>
    </SetupPanel>
  );
}
