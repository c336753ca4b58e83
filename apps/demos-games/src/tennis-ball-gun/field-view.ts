import { FIELD_HEIGHT, FIELD_WIDTH, MIN_FIELD_HEIGHT, MIN_FIELD_WIDTH } from '@site/sim/tennis-ball-gun';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The field for a stage of this size: up to 1400x900, and never smaller than the game needs. */
export function fieldFor({ width, height }: Size): Size {
  return {
    width: Math.round(Math.min(FIELD_WIDTH, Math.max(MIN_FIELD_WIDTH, width))),
    height: Math.round(Math.min(FIELD_HEIGHT, Math.max(MIN_FIELD_HEIGHT, height))),
  };
}

/** CSS px per px of the field so that the whole field fits on the stage, never enlarged. */
export function scaleFor(field: Size, stage: Size): number {
  return Math.min(1, stage.width / field.width, stage.height / field.height);
}
