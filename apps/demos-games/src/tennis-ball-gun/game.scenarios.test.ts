import { runScenario, SCENARIOS } from './game.scenarios.ts';

test.each(Object.keys(SCENARIOS))(
  'scenario %s runs ten thousand ticks with every number finite and every ball inside',
  (name) => {
    let your = 0;
    runScenario(name, 10_000, { width: 1400, height: 900 }, (game) => {
      for (const { x, y, vx, vy } of game.balls) {
        if (![x, y, vx, vy].every(Number.isFinite)) throw new Error(`tick ${game.tick}: a ball has no finite position or speed`);
        if (x < 7.9 || x > 1392.1 || y < 7.9 || y > 892.1) throw new Error(`tick ${game.tick}: a ball left at ${x}, ${y}`);
      }
      if (game.your < your) throw new Error(`tick ${game.tick}: a score fell`);
      your = game.your;
    });
    expect(runScenario('no such thing', 1, { width: 100, height: 100 })).toBeUndefined();
  },
);
