import { renderPage } from '../../../../../tools/jest/render-page.tsx';
import type { Drawing } from '../drawings/sensor-canvas.tsx';
import { PALETTE } from '../drawings/palette.factory.ts';
import { aBrowser, aTrack } from '../testing/a-browser.ts';
import { advance, isolateControllers, openController } from '../testing/open-controller.ts';
import { SoundCard } from './sound-card.tsx';

const mockDrawings = new Map<string, Drawing>();
// The real one draws on a canvas, which jsdom lacks.
jest.mock('../drawings/sensor-canvas.tsx', () => ({
  SensorCanvas: ({ label, draw }: { label: string; draw: Drawing }) => void mockDrawings.set(label, draw),
}));

isolateControllers();

/** How many bars and marks the spectrum has. */
function drawnBars(): number {
  const fillRect = jest.fn();
  const context = new Proxy({ fillRect } as Record<string, unknown>, {
    get: (target, name: string) => (name in target ? target[name] : () => {}),
  }) as unknown as CanvasRenderingContext2D; // what the drawing calls is there
  mockDrawings.get('Spectrum of the sound, low frequencies on the left')!(context, { width: 256, height: 100, palette: PALETTE });
  return fillRect.mock.calls.length;
}

test('once the microphone is unplugged, the spectrum is empty', async () => {
  const track = aTrack();
  aBrowser({ media: async () => ({ getTracks: () => [track] }) });
  const { controller } = openController();
  await controller.enable('sound');
  await advance(250);
  renderPage(<SoundCard controller={controller} view={controller.view().signals.sound} />);
  expect(drawnBars()).toBeGreaterThan(0);
  track.dispatchEvent(new Event('ended'));
  expect(drawnBars()).toBe(0);
});
