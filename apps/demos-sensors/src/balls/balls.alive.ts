import type { AliveModule } from '@site/host';
import { createRandom } from '@site/sim';
import { createPicture } from './balls.draw.ts';
import { scatter, step } from './balls.model.ts';
import { runScenario } from './balls.scenarios.ts';

/** What the still shows (`stills.mjs`): this moment of this run, and this part of the window, in px. */
const WINDOW = { width: 720, height: 450 };
const PART = { x: 180, y: 225, width: 360 };
const TICKS = 192;

/** The pile has come to rest by then. */
const SHAKE_TICKS = 180;
const SHAKE_SPEED = 18;

/** The balls continue from where the still shows them, and are shaken every three seconds. */
export const start: AliveModule['start'] = (canvas, { token }) => {
  const balls = runScenario('shake', TICKS, WINDOW.width, WINDOW.height);
  if (!balls) throw new Error('the scenario of the still is missing');
  const colors = ['--orange', '--sky', '--rose', '--green'].map(token);
  const picture = createPicture(canvas, { ground: token('--ground'), balls: colors }, PART);
  const random = createRandom(TICKS);
  let ticks = 0;
  picture.fit(canvas.width, canvas.height, 1);
  return {
    step() {
      ticks += 1;
      if (ticks % SHAKE_TICKS === 0) scatter(balls, random, SHAKE_SPEED);
      step(balls);
    },
    draw: (ahead) => picture.draw(balls, canvas.width / PART.width, ahead),
  };
};
