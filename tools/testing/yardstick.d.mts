export class Yardstick {
  readonly samples: number[];
  measure(): void;
}
