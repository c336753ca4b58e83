import { COOLDOWN_TICKS } from '@site/sim/tennis-ball-gun';
import { READY, RELOADING } from './palette.ts';

export interface CrosshairLook {
  readonly state: 'ready' | 'reloading';
  readonly color: string;
  /** Rotation of the cross in degrees: an X while reloading. */
  readonly turned: number;
  /** Share of the ring that is drawn. */
  readonly ring: number;
}

/** Ready: a green upright cross in a whole ring. Reloading: a red X whose ring is closing. Shape and color say the same thing. */
export function crosshairLook(cooldown: number): CrosshairLook {
  return cooldown > 0
    ? { state: 'reloading', color: RELOADING, turned: 45, ring: 1 - cooldown / (COOLDOWN_TICKS + 1) }
    : { state: 'ready', color: READY, turned: 0, ring: 1 };
}

export function drawCrosshair(context: CanvasRenderingContext2D, x: number, y: number, cooldown: number): void {
  const look = crosshairLook(cooldown);
  const lines = () => {
    context.beginPath();
    context.arc(x, y, 15, -Math.PI / 2, -Math.PI / 2 + look.ring * 2 * Math.PI);
    for (let arm = 0; arm < 4; arm += 1) {
      const angle = ((look.turned + arm * 90) * Math.PI) / 180;
      context.moveTo(x + Math.cos(angle) * 7, y + Math.sin(angle) * 7);
      context.lineTo(x + Math.cos(angle) * 22, y + Math.sin(angle) * 22);
    }
    context.stroke();
  };
  context.lineCap = 'round';
  context.strokeStyle = 'rgb(10 8 32 / 0.85)';
  context.lineWidth = 6.5;
  lines();
  context.strokeStyle = look.color;
  context.lineWidth = 3;
  lines();
  context.fillStyle = look.color;
  context.fillRect(x - 2, y - 2, 4, 4);
}
