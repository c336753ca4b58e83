import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useHost, useMotionPaused } from '@site/host';
import { isMobile, useFrameLoop } from '@site/stage';
import { Button, FullScreenButton, PlacardButtons, plate, ReadoutList, saveFile, sharePage, Switch, useReadouts } from '@site/ui';
import { Exhibit, Slider } from '../exhibit/exhibit.tsx';
import { useMotion } from '../exhibit/use-motion.ts';
import { attachBrushes } from './paint.input.ts';
import type { Undoable } from './paint-history.ts';
import { PALETTES } from './palettes.ts';
import { MAX_SAVED_SIDE } from './save.ts';
import { BRUSH, linkOf, readSettings, type Settings } from './settings.ts';
import type { Readout } from './renderer.interface.ts';
import { createRenderer } from './renderer.ts';
import type { Showing } from './renderer.state.ts';
import styles from './monet-paint.module.css';

const KEYS =
  'Draw with one finger, several, or the mouse; tilt a phone. While the picture has focus: arrow keys push the paint, Space adds a dab, Control or Command Z undoes a stroke, and with Shift redoes it; P pauses, R starts over; H hides this placard.';
/** Without WebGL 2. */
const PLAIN_KEYS = 'While the picture has focus: P pauses all motion on the site; H hides this placard.';
const HOW_IT_WORKS =
  'A fluid carries pigment in small cells, and thousands of strokes follow its flow: broad ones first, fine ones over them, each in a slightly varied shade of the color beneath. Every bristle leaves relief, which is lit from the upper left. On a slow machine there are fewer strokes and fewer pixels; a saved picture has them all. The colors were mixed for this page, and no painting was copied.';

const STATES: Readonly<Record<Showing, string>> = {
  mixing: 'mixing the paint',
  refining: 'still; finer strokes are being drawn',
  flowing: 'flowing',
  still: 'still',
  lost: 'the graphics card is not available right now; the paint will come back by itself',
  plain: 'a still, because this browser lacks WebGL 2, which flowing paint needs',
};

const ROWS = [
  ['Pace', 'frame', 'idle'],
  ['Picture', 'size', 'not started'],
  ['Tilt', 'tilt', 'lying flat'],
] as const;
/** Without WebGL 2. */
const PLAIN_ROWS = [
  ['Pace', 'frame', 'a still'],
  ['Picture', 'size', 'painted once'],
] as const;

const numbers = new Intl.NumberFormat('en-US');

function wordsOf({ width, height, strokes, framesPerSecond, tiltX, tiltY }: Readout) {
  const pull = Math.hypot(tiltX, tiltY);
  const angle = Math.round((Math.atan2(tiltY, tiltX) * 180) / Math.PI);
  return {
    frame: framesPerSecond > 0 ? `${framesPerSecond.toFixed(0)} frames a second` : 'idle',
    size: `${numbers.format(strokes)} strokes, ${numbers.format(width)} × ${numbers.format(height)} pixels`,
    tilt: pull < 0.02 ? 'lying flat' : `${pull.toFixed(2)} g, ${angle}°`,
  };
}

export function Component() {
  const [renderer] = useState(() => createRenderer(isMobile()));
  const [settings, setSettings] = useState(() => readSettings(window.location.search));
  const [state, setState] = useState<Showing>('mixing');
  const [{ canUndo, canRedo }, setUndoable] = useState<Undoable>({ canUndo: false, canRedo: false });
  const [isLarge, setLarge] = useState(false);
  const [saving, setSaving] = useState<'idle' | 'saving' | 'failed'>('idle');
  const { motion: siteMotion, toast } = useHost();
  const paused = useMotionPaused();
  const motion = useMotion({ pull: (x, y, at) => renderer.tilt(x, y, at), shake: () => {} });
  const canvas = useRef<HTMLCanvasElement>(null);
  const plain = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const readouts = useReadouts<keyof ReturnType<typeof wordsOf>>();
  /** A file that was finished too late for the press that requested it. */
  const ready = useRef<{ readonly link: string; readonly changes: number; readonly file: File }>(undefined);

  useEffect(() => {
    renderer.set(settings);
  }, [renderer, settings]);
  useEffect(() => renderer.setPaused(paused), [renderer, paused]);
  useEffect(
    () =>
      renderer.attach(canvas.current!, plain.current!, {
        state: setState,
        readout: (readout) => readouts.show(wordsOf(readout)),
        undoable: setUndoable,
      }),
    [renderer, readouts],
  );
  useEffect(
    () =>
      attachBrushes(stage.current!, {
        brushes: renderer.brushes,
        push: renderer.push,
        reset: renderer.reset,
        undo: renderer.undo,
        redo: renderer.redo,
        togglePause: () => siteMotion.setPaused(!siteMotion.isPaused()),
      }),
    [renderer, siteMotion],
  );
  useFrameLoop(renderer);

  const change = (some: Partial<Settings>) => setSettings((before) => ({ ...before, ...some }));
  const picture = async (large: boolean) => {
    setSaving('saving');
    try {
      const file = new File([await renderer.save(large)], `monet-paint-${settings.palette}.png`, { type: 'image/png' });
      setSaving('idle');
      return file;
    } catch {
      setSaving('failed');
      return undefined;
    }
  };
  const save = async () => {
    const file = await picture(isLarge);
    if (file) saveFile(file);
  };
  const shareIt = async () => {
    const link = linkOf(settings, window.location.href);
    const changes = renderer.changes();
    const isCurrent = ready.current?.link === link && ready.current.changes === changes;
    const prepared = isCurrent ? ready.current?.file : undefined;
    ready.current = undefined;
    const file = prepared ?? ('canShare' in navigator ? await picture(false) : undefined);
    // A user activation lasts a few seconds. If drawing took longer, the browser would refuse to share, so the next press shares the file.
    if (file && !prepared && navigator.userActivation?.isActive === false) {
      ready.current = { link, changes, file };
      return toast({ title: 'The picture is ready', description: 'Press Share again.' });
    }
    return sharePage({ title: 'Monet Paint', link, file }, toast);
  };
  const isPreparing = state === 'mixing';
  const isPlain = state === 'plain';
  const { ground } = PALETTES.find(({ id }) => id === settings.palette)!;

  return (
    <Exhibit
      className={styles.wall}
      title="Monet Paint"
      sentence="Swirling paint that flows with the tilt of the device."
      stageName="Picture of wet paint"
      keys={isPlain ? PLAIN_KEYS : KEYS}
      stage={stage}
      canvas={
        <div
          className={`cover ${styles.picture}`}
          data-paint={state}
          aria-busy={isPreparing}
          style={{ '--sky': ground[0], '--middle': ground[1], '--earth': ground[3] } as CSSProperties}
        >
          <canvas ref={plain} className="cover" />
          <canvas ref={canvas} className={`cover ${styles.wet}`} />
          {state === 'mixing' && (
            <p className={plate('pill', styles.mixing)} aria-hidden="true">
              Mixing the paint…
            </p>
          )}
        </div>
      }
      motion={isPlain ? { ...motion, offered: false } : motion}
      enableMotion="ENABLE ACCELEROMETER"
      motionMissing="No motion sensor responded, so the paint flows by itself and follows your finger."
      howItWorks={HOW_IT_WORKS}
    >
      {!isPlain && (
        <PlacardButtons>
          {/* `aria-disabled`, because `disabled` would drop the focus. */}
          <Button look="quiet" aria-disabled={!canUndo} onClick={() => canUndo && renderer.undo()}>
            Undo
          </Button>
          <Button look="quiet" aria-disabled={!canRedo} onClick={() => canRedo && renderer.redo()}>
            Redo
          </Button>
        </PlacardButtons>
      )}
      <fieldset className="stack gap-0 small">
        <legend className="strong">Palette</legend>
        {PALETTES.map(({ id, name, ground: colors, accents }) => (
          <label key={id} className={`line ${styles.palette}`}>
            <input
              type="radio"
              name="palette"
              value={id}
              checked={settings.palette === id}
              onChange={() => change({ palette: id })}
            />
            <svg className={styles.swatch} viewBox="0 0 7 1" preserveAspectRatio="none" aria-hidden="true">
              {[...colors, ...accents].map((color, i) => (
                <rect key={color} x={i} width="1.02" height="1" fill={color} />
              ))}
            </svg>
            {name}
          </label>
        ))}
      </fieldset>
      {!isPlain && (
        <>
          <Slider
            label="Brush"
            min={BRUSH.min}
            max={BRUSH.max}
            step={1}
            value={settings.brush}
            valueText={`${settings.brush}% of the picture’s size`}
            onChange={(brush) => change({ brush })}
          />
          <Slider
            label="Viscosity"
            min={0}
            max={100}
            step={5}
            value={settings.viscosity}
            valueText={`${settings.viscosity}%, ${settings.viscosity < 30 ? 'like water' : settings.viscosity < 70 ? 'like oil' : 'like paint from the tube'}`}
            onChange={(viscosity) => change({ viscosity })}
          />
        </>
      )}
      <ReadoutList readouts={readouts} rows={isPlain ? PLAIN_ROWS : ROWS} />
      <p className="small" role="status">
        Paint: {STATES[state]}.{saving === 'saving' && ' Drawing the file…'}
        {saving === 'failed' && ' The picture could not be saved. Try again, or save it at the window’s size.'}
      </p>
      <Switch isOn={isLarge} disabled={isPlain} onChange={setLarge}>
        {`Save in 4K (${numbers.format(MAX_SAVED_SIDE)} pixels)`}
      </Switch>
      <PlacardButtons>
        <Button disabled={saving === 'saving' || isPreparing} onClick={() => void save()}>
          Save PNG
        </Button>
        <Button look="quiet" disabled={isPreparing} onClick={() => void shareIt()}>
          Share
        </Button>
        <Button look="quiet" onClick={() => renderer.reset()}>
          Reset
        </Button>
        <FullScreenButton />
      </PlacardButtons>
    </Exhibit>
  );
}
