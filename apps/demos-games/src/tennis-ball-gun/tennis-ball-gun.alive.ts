import type { AliveModule } from '@site/host';
import { createPicture } from './game.draw.ts';
import { advanceEffects, isMatchOver, scenarioMatch, stepMatch } from './match.ts';

/** What the still shows (`stills.mjs`): this moment of this run, on a stage of this size in px. */
const STAGE = { width: 1200, height: 750 };
const TICKS = 33 * 60;

function stillMatch() {
  const match = scenarioMatch('battle', TICKS, STAGE, false, true);
  if (!match) throw new Error('the scenario of the still is missing');
  return match;
}

/** The game continues from the moment that the still shows. */
export const start: AliveModule['start'] = (canvas) => {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser has no 2D canvas');
  const layers = [document.createElement('canvas'), document.createElement('canvas')] as const;
  const picture = createPicture(...layers);
  let match = stillMatch();
  picture.fit(match.game, canvas.width / STAGE.width, 1);
  return {
    step() {
      if (isMatchOver(match)) match = stillMatch();
      if (advanceEffects(match)) stepMatch(match, false);
    },
    draw(ahead) {
      const { game, effects, aim } = match;
      picture.draw(game, { effects, aim, ahead: effects.hitStop > 0 ? 1 : ahead });
      for (const layer of layers) context.drawImage(layer, 0, 0);
    },
  };
};
